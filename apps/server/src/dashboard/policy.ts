/**
 * The content security policy of the dashboard's page: code and styles from our own files only, no text that becomes code
 * (trusted types), images from here and from the store that attachments lie in. Forms are sent by script, so that no password
 * can ever get into an address.
 */
export function contentSecurityPolicy(s3Endpoint: string | undefined): string {
  const imageSources = ["'self'", 'blob:', s3Endpoint && new URL(s3Endpoint).origin].filter(Boolean);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${imageSources.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
