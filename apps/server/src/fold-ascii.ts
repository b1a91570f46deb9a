/**
 * The case folding with which e-mail addresses are compared: only the capitals of ASCII become small letters, because what
 * Unicode folds beyond them may be another mailbox. The database has the same function, `fold_ascii`.
 */
export const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
