/** Messages for the `error` parameter of the OAuth callback. */
const reasons: Record<string, string> = {
  access_denied: 'Login was canceled. Try again, or log in another way.',
  session_lost:
    'The login expired or was started in another browser. Try again, and allow cookies for this site.',
  provider_unreachable: 'The provider is not responding. Try again later, or use your password.',
  email_missing: 'The provider did not share your email. Grant access to it, or sign up with a password.',
  email_unverified:
    'An account with this email exists, but the provider has not verified the email. Log in with your password, or verify the email with the provider first.',
  signup_closed: 'There is no account with this email, and sign-up is closed.',
  oauth_failed: 'Login with the provider failed. Try again, or log in another way.',
};

/** The parameter is untrusted and never shown itself. */
export const describeReturn = (error: string): string =>
  (Object.hasOwn(reasons, error) && reasons[error]) || (reasons.oauth_failed as string);
