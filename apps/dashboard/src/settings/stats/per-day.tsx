import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from '../../components/link.tsx';
import type { Address } from '../../inbox/filter/address.ts';
import { namedDays, ticksUpTo } from './axis.ts';
import styles from './per-day.module.css';
import { Plot } from './plot.tsx';
import type { Day } from './queries.ts';

const dateWords = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...options,
  });

const dayWords = (date: string) => dateWords(date, { weekday: 'short' });

/** The following day, in filter format. */
const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

interface Props {
  days: Day[];
  /** The previous period of the same length. */
  previous: Day[];
  base: Address;
}

/**
 * Created and resolved bugs per day. The pointer or arrow keys select a day, which is announced to screen readers.
 * A table below has all numbers.
 */
export function PerDay({ days, previous, base }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(days.length - 1);
  const at = Math.min(chosen, days.length - 1);
  const day = days[at];
  if (!day) return null;
  const ticks = ticksOf([...days, ...previous.map((one) => ({ ...one, resolved: 0 }))]);
  const words = `${day.created.toLocaleString('en')} created, ${day.resolved.toLocaleString('en')} resolved`;
  const before = previous[at];
  const beforeWords = before && `${before.created.toLocaleString('en')} created on ${dayWords(before.date)}`;
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <header>
        <h2 id={id}>Created and resolved per day</h2>
        <span className={styles.created}>Created</span>
        <span className={styles.resolved}>Resolved</span>
        {previous.length > 0 && <span className={styles.before}>Created, previous period</span>}
      </header>
      <div className={styles.chart}>
        <Axes days={days} ticks={ticks} />
        <div
          className={styles.slider}
          role="slider"
          tabIndex={0}
          aria-label="Day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={`${dayWords(day.date)}: ${[words, beforeWords].filter(Boolean).join('; ')}`}
          onKeyDown={(event) => {
            const next = nextDay(event, at, days.length);
            if (next === undefined) return;
            event.preventDefault();
            setChosen(next);
          }}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            const place = Math.round(((clientX - left) / width) * (days.length - 1));
            setChosen(Math.max(0, Math.min(days.length - 1, place)));
          }}
        >
          <Plot days={days} previous={previous} at={at} ticks={ticks} />
          <Bubble part={days.length === 1 ? 0.5 : at / (days.length - 1)}>
            <strong>{dayWords(day.date)}</strong>
            <span className={styles.created}>{day.created.toLocaleString('en')} created</span>
            <span className={styles.resolved}>{day.resolved.toLocaleString('en')} resolved</span>
            {beforeWords && <span className={styles.before}>{beforeWords}</span>}
          </Bubble>
        </div>
      </div>
      <p className={styles.day}>
        {dayWords(day.date)}:{' '}
        <Link to="/" search={onDay(base, day.date)}>
          {day.created.toLocaleString('en')} created
        </Link>
        , {day.resolved.toLocaleString('en')} resolved
      </p>
      <details>
        <summary>Show as table</summary>
        <Table days={days} base={base} />
      </details>
    </section>
  );
}

function nextDay({ key }: KeyboardEvent, at: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - 7,
    PageDown: at + 7,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

const ticksOf = (days: Day[]) =>
  ticksUpTo(Math.max(...days.map(({ created, resolved }) => Math.max(created, resolved))));

const onDay = (base: Address, date: string): Address => ({
  ...base,
  status: 'any',
  created_after: date,
  created_before: dayAfter(date),
});

/** Axis labels. Hidden from screen readers, which get the slider's value text. */
function Axes({ days, ticks }: { days: Day[]; ticks: number[] }) {
  const last = Math.max(1, days.length - 1);
  return (
    <div aria-hidden="true">
      <ol className={styles.numbers}>
        {ticks.toReversed().map((tick) => (
          <li key={tick}>{tick.toLocaleString('en', { notation: 'compact' })}</li>
        ))}
      </ol>
      <ol className={styles.dates}>
        {namedDays(days.length).map((nth) => (
          <li key={nth} style={{ '--part': nth / last } as React.CSSProperties}>
            {dateWords((days[nth] as Day).date, {})}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Tooltip beside the selected day, on the side with more room. */
const Bubble = ({ part, children }: { part: number; children: React.ReactNode }) => (
  <div
    className={part > 0.5 ? styles.bubbleLeft : styles.bubble}
    style={{ '--part': part } as React.CSSProperties}
    aria-hidden="true"
  >
    {children}
  </div>
);

const Table = ({ days, base }: Omit<Props, 'previous'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
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
