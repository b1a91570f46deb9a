/**
 * How e-mail addresses are compared: capitals of ASCII are small letters, and everything else is itself. What the rest of
 * Unicode calls the same letter may be another mailbox. The database has a function of the same name.
 */
export const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
