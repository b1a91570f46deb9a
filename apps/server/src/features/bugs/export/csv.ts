/** A list is one cell, its entries apart by `; `. */
type Cell = string | number | Date | string[] | null;

/** One row as RFC 4180 has it. */
export const csvRow = (cells: Cell[]) => `${cells.map(toText).join(',')}\r\n`;

/** A spreadsheet may take semicolons and tabs for the ends of cells, too: what follows one begins a cell there, unless quoted. */
const needsQuotes = /[",;\t\r\n]/;

function toText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  const text = Array.isArray(cell) ? cell.map(withoutFormula).join('; ') : withoutFormula(String(cell));
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run what a reporter has written. */
const withoutFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
