import type { Pagination } from '../schema.ts';
import { readNumber } from './arguments.ts';
import type { AdminOption, Given, Outcome } from './command.ts';
import { type Column, toTable } from './table.ts';

const usualLimit = 50;
const mostLimit = 10_000;

/** The options of every list: which part of it is shown. */
export const pageOptions: Record<string, AdminOption> = {
  limit: { value: 'number', summary: `how many at most; ${usualLimit} unless given` },
  offset: { value: 'number', summary: 'how many of the first are left out' },
};

export function readPage({ option }: Given): Pagination {
  return {
    limit: readNumber('--limit', option('limit') ?? String(usualLimit), 1, mostLimit),
    offset: readNumber('--offset', option('offset') ?? '0', 0, Number.MAX_SAFE_INTEGER),
  };
}

interface Page<Row> extends Pagination {
  items: Row[];
  total: number;
}

/** A page of a list, newest first, and where the next one begins. */
export function showPage<Row>(things: string, page: Page<Row>, columns: Column<Row>[]): Outcome {
  const { items, total, offset } = page;
  if (items.length === 0) return { data: page, text: '', note: `No ${offset > 0 ? 'more ' : ''}${things}.` };
  const end = offset + items.length;
  const next = end < total ? ` --offset ${end} shows more.` : '';
  return {
    data: page,
    text: toTable(items, columns),
    note: `${offset + 1} to ${end} of ${total} ${things}.${next}`,
  };
}
