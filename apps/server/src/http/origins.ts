/** Matches origins that are listed, or whose first label is a wildcard (`https://*.example.com`). An empty list matches all. */
export function compileOrigins(entries: string[]): (origin: string) => boolean {
  if (entries.length === 0) return () => true;
  const exact = new Set(entries.map((entry) => entry.toLowerCase()));
  const wildcards = [...exact]
    .map((entry) => entry.split('*'))
    .filter((parts): parts is [string, string] => parts.length === 2);
  return (origin) => {
    const wanted = origin.toLowerCase();
    return exact.has(wanted) || wildcards.some(([scheme, domain]) => hasOneMoreLabel(wanted, scheme, domain));
  };
}

/** `https://*.example.com` matches `https://a.example.com`, but neither `https://example.com` nor `https://a.b.example.com`. */
function hasOneMoreLabel(origin: string, scheme: string, domain: string): boolean {
  if (!origin.startsWith(scheme) || !origin.endsWith(domain)) return false;
  const label = origin.slice(scheme.length, origin.length - domain.length);
  return /^[a-z0-9-]+$/.test(label);
}
