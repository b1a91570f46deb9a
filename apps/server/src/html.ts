/** Escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | HtmlValue[];

/** A template tag that escapes every value except nested `html`. */
export function html(strings: TemplateStringsArray, ...parts: HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)));
}

function toMarkup(part: HtmlValue): string {
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(toMarkup).join('\n') : escapeHtml(String(part));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
