/** One line of the result table. Rows with an expectation decide whether the run passes. */
export interface Row {
  fault: string;
  check: string;
  expected: string;
  actual: string;
  /** Null for a measurement without an expectation. */
  passed: boolean | null;
}

/** Prints the table and returns whether every check passed. */
export function printTable(rows: Row[]): boolean {
  const columns = ['check', 'expected', 'actual'] as const;
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)));
  const toLine = (cells: string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n  ${toLine([...columns])}`);
  let fault = '';
  for (const row of rows) {
    if (row.fault !== fault) console.log(`\n${row.fault}`);
    fault = row.fault;
    const verdict = row.passed === null ? '' : row.passed ? '  ok' : '  FAILED';
    console.log(`  ${toLine([row.check, row.expected, row.actual])}${verdict}`);
  }
  const failed = rows.filter(({ passed }) => passed === false);
  console.log(`\n${rows.filter(({ passed }) => passed).length} passed, ${failed.length} failed`);
  return failed.length === 0;
}
