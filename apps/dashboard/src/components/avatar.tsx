import styles from './avatar.module.css';
import { visibleText } from './visible-text.ts';

interface Props {
  /** The id determines the color. */
  person: { id?: number; name: string } | null;
  size?: number;
}

/** Initials in a circle, or an empty circle when unassigned. */
export function Avatar({ person, size = 21 }: Props) {
  const name = person ? visibleText(person.name) : 'Unassigned';
  return (
    <span
      className={person ? styles.avatar : styles.nobody}
      style={{ '--size': `${size}px`, '--hue': hueOf(person?.id) } as React.CSSProperties}
      data-coloured={person?.id === undefined ? undefined : ''}
      role="img"
      aria-label={name}
      title={name}
      // role="img" keeps the initials out of the accessible names around it.
      data-initials={person ? initialsOf(name) : undefined}
    />
  );
}

/** Golden-angle steps give consecutive ids distinct colors. */
const hueOf = (id = 0) => Math.round((id * 137.508) % 360);

/** Initials of the first and last word, as whole characters in any script. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name];
  return (initialOf(first) + initialOf(last) || '?').toUpperCase();
}

const initialOf = (word: string) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
