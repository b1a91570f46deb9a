/** Pages that one passes through; nobody wants to come back to them. */
const doors = /^\/(login|signup|forgot-password|reset-password|auth)(\/|$)/;

/** One slash begins a path; two, or a backslash, begin the name of a host. */
const isPath = (text: string) => /^\/(?![/\\])/.test(text);

/** The path that somebody wanted to go to before they had to sign in. Anything but a page of our own leads to the inbox. */
export function safePath(wanted: unknown, origin = location.origin): string {
  if (typeof wanted !== 'string' || !isPath(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin || doors.test(url.pathname)) return '/';
  // Leaving out the dots of '/.//host' makes a host of what was a path.
  return isPath(url.pathname) ? url.pathname + url.search + url.hash : '/';
}
