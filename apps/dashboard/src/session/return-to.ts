/** Login pages are never a return target. */
const authPaths = /^\/(login|signup|forgot-password|reset-password|auth)(\/|$)/;

/** A path starts with one slash; `//` or `/\` would start a host name. */
const isPath = (text: string) => /^\/(?![/\\])/.test(text);

/** The return path after login. Anything but a path of this origin becomes the inbox (open-redirect protection). */
export function safePath(wanted: unknown, origin = location.origin): string {
  if (typeof wanted !== 'string' || !isPath(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin || authPaths.test(url.pathname)) return '/';
  // Normalizing '/.//host' yields '//host', which would be a host name.
  return isPath(url.pathname) ? url.pathname + url.search + url.hash : '/';
}
