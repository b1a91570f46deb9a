const gap = 4;
const edge = 8;

/** Where a popover opens: an element, or a point that was pressed. */
export type Anchor = Pick<Element, 'getBoundingClientRect'>;

/** Puts a popover under its anchor, or above it where there is more room, and always within the window. */
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
