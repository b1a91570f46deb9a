import MarkdownIt, { type Token } from 'markdown-it';
import { addressAt, hrefOf } from '../../components/links-in.ts';
import { visibleText } from '../../components/visible-text.ts';

/** Parsed form of untrusted Markdown. Raw HTML cannot be represented, so it cannot pass. */
export type Piece = { key: number } & (
  | { kind: 'text' | 'code' | 'code-block'; text: string }
  | { kind: 'bug'; id: number }
  | { kind: 'image'; id: number; name: string }
  | { kind: BranchKind; children: Piece[]; href?: string | undefined; start?: number | undefined }
);
type BranchKind =
  | 'paragraph'
  | 'quote'
  | 'list'
  | 'numbered-list'
  | 'item'
  | 'strong'
  | 'emphasis'
  | 'link'
  | 'group';
type Branch = Extract<Piece, { children: Piece[] }>;

/** Deeper levels are flattened, because rendering is recursive. */
const deepest = 30;
/** Further bug references stay plain text, so that one text cannot request thousands of titles. */
const maxReferences = 50;

const markdown = new MarkdownIt('zero', { html: false, maxNesting: 20 }).enable([
  'autolink',
  'backticks',
  'blockquote',
  'emphasis',
  'escape',
  'fence',
  'image',
  'link',
  'list',
]);
// URLs are shown as written, so that `xn--` stays visible.
markdown.normalizeLinkText = (url) => url;
// A rejected link stays plain text.
markdown.validateLink = (url) => linkTarget(url) !== undefined || imageId(url) !== undefined;

/** Plain URLs become links, as in plain text. Markup inside them is ignored. */
markdown.inline.ruler.after('text', 'address', (state, isSilent) => {
  const scheme = /https?$/i.exec(state.pending)?.[0];
  if (scheme === undefined || state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false;
  const found = addressAt(state.src, state.pos - scheme.length);
  if (!found) return false;
  if (!isSilent && !found.href) state.pending += found.text.slice(scheme.length);
  if (!isSilent && found.href) {
    state.pending = state.pending.slice(0, -scheme.length);
    state.push('link_open', 'a', 1).attrSet('href', found.href);
    state.push('text', '', 0).content = found.text;
    state.push('link_close', 'a', -1);
  }
  state.pos += found.text.length - scheme.length;
  return true;
});

/** Only http, https and mailto become links. */
function linkTarget(url: string): string | undefined {
  return hrefOf(url) ?? (/^mailto:[^\s@]+@[^\s@]+$/i.test(url) ? URL.parse(url)?.href : undefined);
}

function imageId(url: string): number | undefined {
  const id = /^image:([1-9]\d{0,14})$/.exec(url)?.[1];
  return id === undefined ? undefined : Number(id);
}

export const parseMarkdown = (text: string): Piece[] =>
  new Tree().grow(markdown.parse(visibleText(text), {}));

const branchKinds: Record<string, BranchKind> = {
  paragraph_open: 'paragraph',
  blockquote_open: 'quote',
  bullet_list_open: 'list',
  ordered_list_open: 'numbered-list',
  list_item_open: 'item',
  strong_open: 'strong',
  em_open: 'emphasis',
  link_open: 'link',
};

/** Builds a tree from the parser's flat list of tokens. */
class Tree {
  private lastKey = 0;
  private readonly references = new Set<number>();
  private readonly root: Branch = { key: 0, kind: 'group', children: [] };
  /** Stack of open branches, innermost last. */
  private readonly open: Branch[] = [this.root];
  private linksOpen = 0;

  grow(tokens: readonly Token[]): Piece[] {
    for (const token of tokens) {
      if (token.nesting === 1) this.enter(token);
      else if (token.nesting === -1) this.leave(token);
      else if (token.type === 'inline') this.grow(token.children ?? []);
      else this.addLeaf(token);
    }
    return this.root.children;
  }

  private get tip(): Branch {
    return this.open.at(-1) ?? this.root;
  }

  private key(): number {
    return ++this.lastKey;
  }

  private enter(token: Token): void {
    if (token.type === 'link_open') this.linksOpen++;
    const branch = this.open.length < deepest ? this.branchOf(token) : this.tip;
    if (branch !== this.tip) this.tip.children.push(branch);
    this.open.push(branch);
  }

  private leave(token: Token): void {
    if (token.type === 'link_close') this.linksOpen--;
    this.open.pop();
  }

  private branchOf(token: Token): Branch {
    const kind = token.hidden ? 'group' : (branchKinds[token.type] ?? 'group');
    const href = kind === 'link' ? linkTarget(String(token.attrGet('href'))) : undefined;
    const start = Number(token.attrGet('start') ?? 1);
    if (kind === 'link' && !href) return { key: this.key(), kind: 'group', children: [] };
    return { key: this.key(), kind, href, start, children: [] };
  }

  private addLeaf(token: Token): void {
    const { children } = this.tip;
    const text = visibleText(token.content);
    if (token.type === 'code_inline') children.push({ key: this.key(), kind: 'code', text });
    else if (token.type === 'fence') children.push({ key: this.key(), kind: 'code-block', text });
    else if (token.type === 'image') this.addImage(String(token.attrGet('src')), text);
    else if (/break$/.test(token.type)) children.push({ key: this.key(), kind: 'text', text: '\n' });
    else if (this.linksOpen > 0) children.push({ key: this.key(), kind: 'text', text });
    else this.addReferences(text);
  }

  /** External images become links: loading them would reveal readers to the author. */
  private addImage(src: string, name: string): void {
    const id = imageId(src);
    if (this.linksOpen > 0) this.tip.children.push({ key: this.key(), kind: 'text', text: name });
    else if (id !== undefined) this.tip.children.push({ key: this.key(), kind: 'image', id, name });
    else this.addLink(name || src, linkTarget(src));
  }

  private addLink(text: string, href: string | undefined): void {
    const label: Piece = { key: this.key(), kind: 'text', text };
    this.tip.children.push(href ? { key: this.key(), kind: 'link', href, children: [label] } : label);
  }

  private addReferences(text: string): void {
    let end = 0;
    for (const { 0: found, 1: digits, index } of text.matchAll(
      /(?<![\p{L}\p{N}_&/#])#([1-9]\d{0,14})(?![\p{L}\p{N}_])/gu,
    )) {
      const id = Number(digits);
      if (!this.references.has(id) && this.references.size >= maxReferences) continue;
      this.references.add(id);
      if (index > end)
        this.tip.children.push({ key: this.key(), kind: 'text', text: text.slice(end, index) });
      this.tip.children.push({ key: this.key(), kind: 'bug', id });
      end = index + found.length;
    }
    if (end < text.length) this.tip.children.push({ key: this.key(), kind: 'text', text: text.slice(end) });
  }
}
