/**
 * Case folding for email addresses: ASCII only, because Unicode folding could merge different mailboxes. The database function
 * `fold_ascii` does the same.
 */
export const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
