const longestStretch = 8;

let began = 0;

/** Gives the page a turn when some time has passed since its last one. */
export async function pause(): Promise<void> {
  if (performance.now() - began < longestStretch) return;
  await new Promise((resolve) => setTimeout(resolve));
  began = performance.now();
}

/** Runs what yields often, and gives the page a turn whenever it has taken a while. */
export async function inStretches(work: Iterable<void>): Promise<void> {
  for (const _ of work) if (performance.now() - began >= longestStretch) await pause();
}

/** What a browser shows behind a page that has no colour. */
export function pageColor(): string {
  for (const element of [document.documentElement, document.body]) {
    const color = element && getComputedStyle(element).backgroundColor;
    if (color && !/^rgba\(.+, 0\)$|transparent/.test(color)) return color;
  }
  return isDark() ? '#121212' : '#fff';
}

/** Of the colour schemes that a page knows, by its style or else by a tag, the browser takes the one that its user prefers. */
export function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const tag = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
  const known = colorScheme === 'normal' ? `${tag?.content}` : colorScheme;
  return /dark/i.test(known) && (!/light/i.test(known) || matchMedia('(prefers-color-scheme:dark)').matches);
}
