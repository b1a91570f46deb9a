import { keptHere } from './kept.ts';
import { safePath } from './return-to.ts';

const name = 'skep.signing-in';
/** Lifetime of the OAuth state on the server. */
const longestMs = 10 * 60_000;

/** Records that an OAuth login starts in this browser, and where to go afterwards. */
export function leaveForProvider(to: string): void {
  keptHere.set(name, JSON.stringify({ to, at: Date.now() }));
}

/**
 * Target page after an OAuth login; null when none was started in this browser. This prevents login CSRF:
 * a prepared link cannot sign a user in to an attacker's account.
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
