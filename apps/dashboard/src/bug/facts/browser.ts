import Bowser from 'bowser';

/** No browser sends a longer user agent. */
const longestAgent = 500;

/** Short name of a browser, such as `Safari 26 on iOS 26`; undefined for other user agents. */
export function browserOf(userAgent: string): string | undefined {
  if (!userAgent || userAgent.length > longestAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return undefined;
  const name = joined(browser.name, majorOf(browser.version));
  // Browsers have frozen these versions: every Mac reports 10.15.7, and Windows 10 and 11 both report 10.
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
