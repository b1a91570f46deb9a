import Bowser from 'bowser';

/** Longer ones are no browser's. */
const longestAgent = 500;

/** A user agent as people say it, `Safari 26 on iOS 26`; undefined when it is not a browser's. */
export function browserOf(userAgent: string): string | undefined {
  if (!userAgent || userAgent.length > longestAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return undefined;
  const name = joined(browser.name, majorOf(browser.version));
  // Browsers have stopped telling these: every Mac says 10.15.7 and every Windows since 2015 says 10.
  const isFrozen = os.name === 'macOS' || os.versionName === '10';
  const system = joined(
    os.name,
    isFrozen ? '' : os.name === 'Windows' ? os.versionName : majorOf(os.version),
  );
  return system ? `${name} on ${system}` : name;
}

function joined(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(' ');
}

function majorOf(version: string | undefined): string | undefined {
  return version?.split('.')[0];
}
