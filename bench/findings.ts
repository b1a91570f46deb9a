import { arch, cpus, release, totalmem, type } from 'node:os';

/** One line of the table. A line with a bar decides whether the benchmark passes. */
export interface Finding {
  name: string;
  value: number;
  unit: string;
  bar?: { atLeast: number } | { atMost: number };
  /** The numbers from which the value was computed, by the headings of their columns. */
  cells?: Record<string, number>;
}

/**
 * Prints a table for people, then one line of JSON for programs. Returns whether every bar was met. Cells are printed before the
 * value; their headings stand above the first line, and again wherever a line has other ones.
 */
export function report(title: string, findings: Finding[]): boolean {
  const machine = describeMachine();
  console.log(`\n${title}\non ${machine}\n`);
  printTable(findings);
  const passed = findings.every(isMet);
  const figures = findings.map(({ bar, ...finding }) => ({
    ...finding,
    ...bar,
    met: isMet({ ...finding, ...(bar ? { bar } : {}) }),
  }));
  console.log(`\n${JSON.stringify({ title, machine, passed, figures })}`);
  return passed;
}

function printTable(findings: Finding[]): void {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const most = Math.max(...findings.map(({ cells = {} }) => Object.keys(cells).length));
  const toCells = (texts: string[]) =>
    Array.from({ length: most }, (_, index) => (texts[index] ?? '').padStart(cellWidth)).join('');
  let headings = '';
  for (const { name, cells = {}, ...finding } of findings) {
    const own = toCells(Object.keys(cells));
    if (own !== headings && own.trim() !== '') {
      console.log(`${headings === '' ? '' : '\n'}  ${' '.repeat(width)}${own}`.trimEnd());
      headings = own;
    }
    const value = `${format(finding.value)} ${finding.unit}`.trimEnd();
    const line = `  ${name.padEnd(width)}${toCells(Object.values(cells).map(format))}  ${value.padStart(16)}`;
    console.log(`${line}  ${describeBar({ name, ...finding })}`.trimEnd());
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function isMet({ value, bar }: Finding): boolean {
  if (!bar) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

function describeBar(finding: Finding): string {
  if (!finding.bar) return '';
  const bar = 'atLeast' in finding.bar ? `at least ${finding.bar.atLeast}` : `at most ${finding.bar.atMost}`;
  return `${isMet(finding) ? 'ok' : 'MISSED'}: ${bar}`;
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
