import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from '../../components/link.tsx';
import type { Address } from '../../inbox/filter/address.ts';
import styles from './per-day.module.css';
import type { Stats } from './queries.ts';

type Day = Stats['per_day'][number];

const [width, height] = [720, 180];
const dayWords = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** The day after, as filters take it. */
const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

interface Props {
  days: Day[];
  base: Address;
}

/**
 * Created against resolved, day by day. One goes along it with the arrow keys, and hears what is seen; whoever wants the numbers
 * themselves opens the table below it.
 */
export function PerDay({ days, base }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(days.length - 1);
  const at = Math.min(chosen, days.length - 1);
  const day = days[at];
  if (!day) return null;
  const move = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageUp: at - 7,
      PageDown: at + 7,
      Home: 0,
      End: days.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(days.length - 1, next)));
  };
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <header>
        <h2 id={id}>Created and resolved per day</h2>
        <span className={styles.created}>Created</span>
        <span className={styles.resolved}>Resolved</span>
      </header>
      <div
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${dayWords(day.date)}: ${day.created} created, ${day.resolved} resolved`}
        onKeyDown={move}
        onPointerMove={({ currentTarget, clientX }) => {
          const box = currentTarget.getBoundingClientRect();
          setChosen(Math.round(((clientX - box.left) / box.width) * (days.length - 1)));
        }}
      >
        <Lines days={days} at={at} />
      </div>
      <p className={styles.day}>
        {dayWords(day.date)}:{' '}
        <Link to="/" search={onDay(base, day.date)}>
          {day.created.toLocaleString('en')} created
        </Link>
        , {day.resolved.toLocaleString('en')} resolved
      </p>
      <details>
        <summary>All days as a table</summary>
        <Table days={days} base={base} />
      </details>
    </section>
  );
}

const onDay = (base: Address, date: string): Address => ({
  ...base,
  status: 'any',
  created_after: date,
  created_before: dayAfter(date),
});

function Lines({ days, at }: { days: Day[]; at: number }) {
  const most = Math.max(4, ...days.map(({ created, resolved }) => Math.max(created, resolved)));
  const x = (nth: number) => (days.length === 1 ? width / 2 : (nth / (days.length - 1)) * width);
  const y = (count: number) => height - 6 - (count / most) * (height - 16);
  const path = (of: (day: Day) => number) =>
    days.map((day, nth) => `${nth === 0 ? 'M' : 'L'}${x(nth).toFixed(1)} ${y(of(day)).toFixed(1)}`).join('');
  const created = path((day) => day.created);
  const day = days[at] as Day;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles.svg}
    >
      {[0, 0.5, 1].map((part) => (
        <path key={part} d={`M0 ${y(most * part)}H${width}`} className={styles.grid} />
      ))}
      <path d={`${created}L${width} ${height}L0 ${height}Z`} className={styles.area} />
      <path d={created} className={styles.createdLine} />
      <path d={path(({ resolved }) => resolved)} className={styles.resolvedLine} />
      <path d={`M${x(at)} 0V${height}`} className={styles.cursor} />
      <path d={`M${x(at)} ${y(day.created)}h.01`} className={styles.createdDot} />
      <path d={`M${x(at)} ${y(day.resolved)}h.01`} className={styles.resolvedDot} />
    </svg>
  );
}

const Table = ({ days, base }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached with the keyboard
  <section className={styles.table} tabIndex={0} aria-label="Days">
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Created</th>
          <th scope="col">Resolved</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, created, resolved }) => (
          <tr key={date}>
            <th scope="row">{dayWords(date)}</th>
            <td>
              {created > 0 ? (
                <Link to="/" search={onDay(base, date)}>
                  {created.toLocaleString('en')}
                </Link>
              ) : (
                0
              )}
            </td>
            <td>{resolved.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
