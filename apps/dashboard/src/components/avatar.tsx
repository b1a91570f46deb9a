import styles from './avatar.module.css';
import { visibleText } from './visible-text.ts';

interface Props {
  /** With an id, the circle has the colour of this person. */
  person: { id?: number; name: string } | null;
  size?: number;
}

/** Who it is, by initials; an empty circle for nobody. */
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
      // A picture rather than text: what stands around it is named without it.
      data-initials={person ? initialsOf(name) : undefined}
    />
  );
}

/** Steps of the golden angle: people whose ids follow each other differ most. */
const hueOf = (id = 0) => Math.round((id * 137.508) % 360);

/** Of the first word and the last, as whole characters, whatever the script. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name];
  return (initialOf(first) + initialOf(last) || '?').toUpperCase();
}

const initialOf = (word: string) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
