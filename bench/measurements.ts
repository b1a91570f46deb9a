import { arch, cpus, release, totalmem, type } from 'node:os';

/** One line of the result table. Lines with a threshold decide whether the benchmark passes. */
export interface Measurement {
  name: string;
  value: number;
  unit: string;
  threshold?: { atLeast: number } | { atMost: number };
  /** Input of the value, by column heading. */
  cells?: Record<string, number>;
}

/** Prints a table and one line of JSON. Returns whether every threshold was met. Headings are repeated when they change. */
export function report(title: string, measurements: Measurement[]): boolean {
  const machine = describeMachine();
  console.log(`\n${title}\non ${machine}\n`);
  printTable(measurements);
  const passed = measurements.every(isMet);
  const figures = measurements.map(({ threshold, ...measurement }) => ({
    ...measurement,
    ...threshold,
    met: isMet({ ...measurement, ...(threshold ? { threshold } : {}) }),
  }));
  console.log(`\n${JSON.stringify({ title, machine, passed, figures })}`);
  return passed;
}

function printTable(measurements: Measurement[]): void {
  const width = Math.max(...measurements.map(({ name }) => name.length));
  const columns = Math.max(...measurements.map(({ cells = {} }) => Object.keys(cells).length));
  const toCells = (texts: string[]) =>
    Array.from({ length: columns }, (_, index) => (texts[index] ?? '').padStart(cellWidth)).join('');
  let headings = '';
  for (const { name, cells = {}, ...measurement } of measurements) {
    const own = toCells(Object.keys(cells));
    if (own !== headings && own.trim() !== '') {
      console.log(`${headings === '' ? '' : '\n'}  ${' '.repeat(width)}${own}`.trimEnd());
      headings = own;
    }
    const value = `${format(measurement.value)} ${measurement.unit}`.trimEnd();
    const line = `  ${name.padEnd(width)}${toCells(Object.values(cells).map(format))}  ${value.padStart(16)}`;
    console.log(`${line}  ${describeThreshold({ name, ...measurement })}`.trimEnd());
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function isMet({ value, threshold }: Measurement): boolean {
  if (!threshold) return true;
  return 'atLeast' in threshold ? value >= threshold.atLeast : value <= threshold.atMost;
}

function describeThreshold(measurement: Measurement): string {
  if (!measurement.threshold) return '';
  const threshold =
    'atLeast' in measurement.threshold
      ? `at least ${measurement.threshold.atLeast}`
      : `at most ${measurement.threshold.atMost}`;
  return `${isMet(measurement) ? 'ok' : 'FAILED'}: ${threshold}`;
}

const cellWidth = 15;

function format(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 100 ? 0 : 2);
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${type()} ${release()} ${arch()}, Node ${process.version}`;
}
