/** Markup that can be sent as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | HtmlValue[];

/** Markup in which everything that is put in is text, unless it is markup made here too. */
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
