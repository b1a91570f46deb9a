/** Why somebody comes back from a provider without a session, by the `error` in the address. */
const reasons: Record<string, string> = {
  access_denied: 'You have not allowed the sign-in. Try again, or use another way in.',
  session_lost:
    'The sign-in took too long, or was begun in another browser. Try again, and allow cookies for this site.',
  provider_unreachable: 'The provider does not answer at the moment. Try again later, or use your password.',
  email_missing:
    'The provider has told us no e-mail address that we could use. Allow it to, or sign up with a password.',
  email_unverified:
    'There is an account with this e-mail address, and the provider has not checked that the address is yours. Log in with your password, or verify the address at the provider first.',
  signup_closed: 'Nobody has an account with this e-mail address, and sign-up is closed here.',
  oauth_failed: 'The sign-in with the provider has failed. Try again, or use another way in.',
};

/** The address can say anything: what it says is never shown itself. */
export const describeReturn = (error: string): string =>
  (Object.hasOwn(reasons, error) && reasons[error]) || (reasons.oauth_failed as string);
