import styles from './hex.module.css';

/** Colours that stay apart from each other in light and dark; a thing keeps its colour because its id does. */
const colours = ['#d97706', '#0d9488', '#7c3aed', '#2563eb', '#db2777', '#65a30d', '#dc2626', '#0891b2'];

/** A cell of the honeycomb: the mark of a project. */
export function Hex({ id }: { id: number }) {
  return (
    <span
      className={styles.hex}
      style={{ '--c': colours[id % colours.length] } as React.CSSProperties}
      aria-hidden="true"
    />
  );
}

/** The mark of a team, with its first letter. */
export function TeamHex({ name }: { name: string }) {
  return (
    <span
      className={styles.team}
      // A picture rather than text: what stands around it is named without it.
      data-initial={[...name.trim()][0]?.toUpperCase()}
      aria-hidden="true"
    />
  );
}
