const gap = 4;
const edge = 8;

/** Anchor of a popover: an element or a point. */
export type Anchor = Pick<Element, 'getBoundingClientRect'>;

/** Places a popover below its anchor, or above if there is more room, within the window. */
export function placeBeside(popover: HTMLElement, anchor: Anchor | null): void {
  const { offsetWidth: width, offsetHeight: height } = popover;
  const around =
    anchor?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2 - width / 2, innerHeight / 4, 0, 0);
  const below = innerHeight - around.bottom - gap - edge;
  const top = height <= below || below > around.top ? around.bottom + gap : around.top - gap - height;
  const left = Math.min(around.left, innerWidth - width - edge);
  popover.style.setProperty('--top', `${Math.max(edge, Math.min(top, innerHeight - height - edge))}px`);
  popover.style.setProperty('--left', `${Math.max(edge, left)}px`);
}
