import { keptHere } from '../../session/kept.ts';

const name = 'skep.panel-width';

/** Restores the last width of a panel. CSS has the default width and the limits. */
export function restoreWidth(panel: HTMLElement | null): void {
  const width = Number(keptHere.get(name));
  if (panel && width > 0) show(panel, width);
}

export const show = (panel: HTMLElement, width: number) => panel.style.setProperty('--panel', `${width}px`);

export const keep = (panel: HTMLElement) => keptHere.set(name, String(panel.offsetWidth));

export function reset(panel: HTMLElement): void {
  panel.style.removeProperty('--panel');
  keptHere.remove(name);
}
