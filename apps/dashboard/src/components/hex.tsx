import styles from './hex.module.css';

/** Colors that are distinct in both themes. The id determines the color. */
const colours = ['#d97706', '#0d9488', '#7c3aed', '#2563eb', '#db2777', '#65a30d', '#dc2626', '#0891b2'];

/** Hexagon icon of a project. */
export function Hex({ id }: { id: number }) {
  return (
    <span
      className={styles.hex}
      style={{ '--c': colours[id % colours.length] } as React.CSSProperties}
      aria-hidden="true"
    />
  );
}

/** Hexagon icon of a team, with its first letter. */
export function TeamHex({ name }: { name: string }) {
  return (
    <span
      className={styles.team}
      // role="img" keeps the letter out of the accessible names around it.
      data-initial={[...name.trim()][0]?.toUpperCase()}
      aria-hidden="true"
    />
  );
}
