import type { Result } from '@skep/client';
import { cut } from '../cut.ts';
import type { Answer } from './api.ts';
import type { Bug, BugItem } from './types.ts';

export function toAnswer<T>(result: Result<T>): Answer<T> {
  if (result.ok) return { ok: true, data: result.data };
  const { error } = result;
  if (error.kind !== 'refused') return { ok: false, problem: { status: 0, detail: error.detail } };
  const total = (error.body as { total?: unknown } | undefined)?.total;
  const problem = { status: error.status, detail: error.detail };
  return typeof total === 'number' ? { ok: false, problem, total } : { ok: false, problem };
}

/** What the service tells of one bug. */
export type FullBug = Omit<Bug, 'extra' | 'excerpt'> & { extra: unknown };

export const excerptLength = 200;

/** A list item, from the full bug: the same fields but for the long texts, of which it has the beginning. */
export function toItem(bug: FullBug): BugItem {
  const { description, stack_trace, extra, duplicate_count, ...item } = bug;
  return { ...item, excerpt: cut(description, excerptLength) };
}
