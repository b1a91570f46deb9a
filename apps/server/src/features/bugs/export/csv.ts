/** The value of a cell. A list becomes one cell, with `; ` between its entries. */
type Cell = string | number | Date | string[] | null;

/** Writes a row in the form of RFC 4180. */
export const csvRow = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Some spreadsheets separate cells at semicolons and tabs, too. Text with one of these is quoted, so that what follows it
 * cannot become a cell of its own, with a formula in it.
 */
const needsQuotes = /[",;\t\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  const text = Array.isArray(cell) ? cell.map(withoutFormula).join('; ') : withoutFormula(String(cell));
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prevents CSV injection: a spreadsheet would run a formula that a reporter has written. East Asian editions of spreadsheets
 * take the wide forms of the signs for the signs themselves, and some skip a line feed before them.
 */
const withoutFormula = (text: string) => (formulaStart.test(text) ? `'${text}` : text);

const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
