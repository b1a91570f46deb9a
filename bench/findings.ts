import { arch, cpus, release, totalmem, type } from 'node:os';

/** One line of the table. A line with a bar decides whether the benchmark passes. */
export interface Finding {
  name: string;
  value: number;
  unit: string;
  bar?: { atLeast: number } | { atMost: number };
  /** The numbers from which the value was computed, one for each column. */
  cells?: number[];
}

/**
 * Prints a table for people, then one line of JSON for programs. Returns whether every bar was met. Columns are the headings
 * of the cells, which are printed before the value.
 */
export function report(title: string, findings: Finding[], columns: string[] = []): boolean {
  const machine = describeMachine();
  console.log(`\n${title}\non ${machine}\n`);
  const width = Math.max(...findings.map(({ name }) => name.length));
  const toCells = (texts: string[]) => texts.map((text) => text.padStart(cellWidth)).join('');
  if (columns.length > 0) console.log(`  ${' '.repeat(width)}${toCells(columns)}`);
  for (const finding of findings) {
    const value = `${format(finding.value)} ${finding.unit}`.trimEnd();
    const cells = toCells(columns.map((_, index) => formatCell(finding.cells?.[index])));
    console.log(
      `  ${finding.name.padEnd(width)}${cells}  ${value.padStart(16)}  ${describeBar(finding)}`.trimEnd(),
    );
  }
  const passed = findings.every(isMet);
  const figures = findings.map(({ cells, bar, ...finding }) => ({
    ...finding,
    ...(cells ? { cells: Object.fromEntries(columns.map((column, index) => [column, cells[index]])) } : {}),
    ...bar,
    met: isMet({ ...finding, ...(bar ? { bar } : {}) }),
  }));
  console.log(`\n${JSON.stringify({ title, machine, passed, figures })}`);
  return passed;
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

const cellWidth = 12;
const formatCell = (value: number | undefined) => (value === undefined ? '' : format(value));

function format(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 100 ? 0 : 2);
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${type()} ${release()} ${arch()}, Node ${process.version}`;
}
