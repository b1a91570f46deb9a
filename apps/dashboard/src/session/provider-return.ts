import { keptHere } from './kept.ts';
import { safePath } from './return-to.ts';

const name = 'skep.signing-in';
/** As long as the service waits for somebody to come back from a provider. */
const longestMs = 10 * 60_000;

/** Notes that a sign-in with a provider begins here, and where to go afterwards. */
export function leaveForProvider(to: string): void {
  keptHere.set(name, JSON.stringify({ to, at: Date.now() }));
}

/**
 * Where to go after the return from a provider; null when no sign-in was begun in this browser. Whoever follows a link that
 * somebody else has prepared is then not signed in to that one's account without noticing.
 */
export function returnFromProvider(): string | null {
  try {
    const { to, at } = JSON.parse(keptHere.get(name) ?? 'null');
    keptHere.remove(name);
    return Date.now() - at < longestMs ? safePath(to) : null;
  } catch {
    return null;
  }
}
