type Cell = string | number | Date | null;

/** One row as RFC 4180 has it. */
export const csvRow = (cells: Cell[]) => `${cells.map(toText).join(',')}\r\n`;

function toText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  const text = withoutFormula(String(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run what a reporter has written. */
const withoutFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
