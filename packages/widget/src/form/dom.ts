export type Child = Node | string | false | null | undefined;

/** Makes an element with these properties and children. No text ever becomes markup, which pages with trusted types demand. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> | null,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

export const button = (text: string, onclick: () => void, className = ''): HTMLButtonElement =>
  make('button', { type: 'button', className, onclick }, text);
