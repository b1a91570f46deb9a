/**
 * The content security policy of the demonstration: as strict as a page with the widget can be, so that whatever the widget
 * needs more shows there first.
 */
export function demoPolicy(s3Endpoint: string | undefined): string {
  const store = s3Endpoint ? ` ${new URL(s3Endpoint).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${store}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
