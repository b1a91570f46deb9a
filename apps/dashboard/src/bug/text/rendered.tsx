import { createContext, useContext, useMemo } from 'react';
import { OutsideLink } from '../../components/outside-link.tsx';
import { visibleText } from '../../components/visible-text.ts';
import type { CommentImage } from '../comments/images.ts';
import { Lightbox } from '../screenshot/lightbox.tsx';
import styles from './markdown.module.css';
import { type Piece, parseMarkdown } from './parse.ts';
import { BugReference } from './reference.tsx';

interface Props {
  children: string;
  images?: readonly CommentImage[] | undefined;
}

const Images = createContext<readonly CommentImage[]>([]);

/** Renders Markdown as React elements, without any HTML string. */
export function Rendered({ children: text, images = [] }: Props) {
  const pieces = useMemo(() => parseMarkdown(text), [text]);
  return (
    <Images value={images}>
      <div className={styles.markdown} data-markdown="">
        <Pieces pieces={pieces} />
      </div>
    </Images>
  );
}

function Image({ id, name }: { id: number; name: string }) {
  const image = useContext(Images).find((one) => one.id === id);
  if (!image) return name || 'Image';
  const alt = visibleText(name || image.filename);
  return (
    <Lightbox address={image.url} alt={alt} className={styles.image}>
      <img src={image.url} alt={alt} />
    </Lightbox>
  );
}

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece) => <One key={piece.key} piece={piece} />);

function One({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'code':
      return <code>{piece.text}</code>;
    case 'code-block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{piece.text}</code>
        </pre>
      );
    case 'bug':
      return <BugReference id={piece.id} />;
    case 'image':
      return <Image id={piece.id} name={piece.name} />;
  }
  const children = <Pieces pieces={piece.children} />;
  switch (piece.kind) {
    case 'paragraph':
      return <p>{children}</p>;
    case 'quote':
      return <blockquote>{children}</blockquote>;
    case 'list':
      return <ul>{children}</ul>;
    case 'numbered-list':
      return <ol start={piece.start}>{children}</ol>;
    case 'item':
      return <li>{children}</li>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'emphasis':
      return <em>{children}</em>;
    case 'link':
      return piece.href ? <OutsideLink href={piece.href}>{children}</OutsideLink> : children;
    case 'group':
      return children;
  }
}
