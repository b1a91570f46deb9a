import styles from './per-day.module.css';
import type { Day } from './queries.ts';

const [width, height] = [720, 180];

interface Props {
  days: Day[];
  previous: Day[];
  /** Selected day. */
  at: number;
  /** Axis ticks, ascending. */
  ticks: number[];
}

/** The chart lines. The SVG is stretched to its container, so it contains no text. */
export function Plot({ days, previous, at, ticks }: Props) {
  const most = ticks.at(-1) ?? 1;
  const x = (nth: number) => (days.length === 1 ? width / 2 : (nth / (days.length - 1)) * width);
  const y = (count: number) => height - (count / most) * height;
  const path = (of: Day[], read: (day: Day) => number) =>
    of.map((day, nth) => `${nth === 0 ? 'M' : 'L'}${x(nth).toFixed(1)} ${y(read(day)).toFixed(1)}`).join('');
  const created = path(days, (day) => day.created);
  const day = days[at] as Day;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.svg}
    >
      {ticks.map((tick) => (
        <path key={tick} d={`M0 ${y(tick)}H${width}`} className={styles.grid} />
      ))}
      <path d={`${created}L${width} ${height}L0 ${height}Z`} className={styles.area} />
      <path d={path(previous, (one) => one.created)} className={styles.beforeLine} />
      <path d={created} className={styles.createdLine} />
      <path d={path(days, ({ resolved }) => resolved)} className={styles.resolvedLine} />
      <path d={`M${x(at)} 0V${height}`} className={styles.cursor} />
      <path d={`M${x(at)} ${y(day.created)}h.01`} className={styles.createdDot} />
      <path d={`M${x(at)} ${y(day.resolved)}h.01`} className={styles.resolvedDot} />
    </svg>
  );
}
