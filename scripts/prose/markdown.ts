/** Relative link targets of a Markdown text, such as `../SECURITY.md` or `backup.md#moving`. */
export function linksIn(markdown: string): string[] {
  const links = withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub gives to the headings of a Markdown text. */
export function anchorsIn(markdown: string): string[] {
  const headings = withoutFences(markdown).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

export const inlineCodeIn = (markdown: string): string[] =>
  [...withoutFences(markdown).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Sentences, list items and table cells without markup. Each piece of inline code counts as one word. */
export function sentencesIn(markdown: string): string[] {
  return withoutCode(markdown)
    .split(/\n\s*\n|\n(?=\s*(?:[-*>]|#+|\d+\.|\|) ?)/)
    .flatMap((block) => (block.startsWith('|') ? block.split(/\||;/) : [block]))
    .map((block) =>
      block.replace(/^\s*(?:[-*>]|#+|\d+\.)\s+(?:\[ \])?/, '').replaceAll(/[*[\]!]|\(\S+\)/g, ''),
    )
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())
    .flatMap((block) => block.split(/(?<=[.?!:])["')]*\s+(?=[\p{Lu}"(])/u))
    .filter(Boolean);
}

const withoutFences = (markdown: string): string => markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

/** Numbered, because a prose linter reports repeated words. */
function withoutCode(markdown: string): string {
  let count = 0;
  return withoutFences(markdown).replaceAll(/`[^`]+`/g, () => `Code${++count}`);
}
