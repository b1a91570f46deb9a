/** The email typed on one sign-in page, so that the next one starts with it. Kept in memory only, never in the URL. */
export const typedEmail = { value: '' };
