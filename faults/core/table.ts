/** One line of the table. Those with something expected decide whether the run passes. */
export interface Row {
  fault: string;
  what: string;
  expected: string;
  seen: string;
  isMet: boolean | null;
}

/** Prints what was expected beside what was seen; says whether all of it was met. */
export function printTable(rows: Row[]): boolean {
  const columns = ['what', 'expected', 'seen'] as const;
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)));
  const toLine = (cells: string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n  ${toLine(['what', 'expected', 'seen'])}`);
  let fault = '';
  for (const row of rows) {
    if (row.fault !== fault) console.log(`\n${row.fault}`);
    fault = row.fault;
    const verdict = row.isMet === null ? '' : row.isMet ? '  ok' : '  MISSED';
    console.log(`  ${toLine([row.what, row.expected, row.seen])}${verdict}`);
  }
  const missed = rows.filter(({ isMet }) => isMet === false);
  console.log(`\n${rows.filter(({ isMet }) => isMet).length} met, ${missed.length} missed`);
  return missed.length === 0;
}
