import Type from 'typebox';
import { ApiProblem } from './problem.ts';

/** Argument of tools that list by page. */
export const Cursor = Type.Optional(Type.String({ maxLength: 20, description: 'previous next_cursor' }));

/** The offset that a cursor stands for. */
export function readCursor(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ApiProblem(422, 'cursor: must be the next_cursor of an earlier answer');
}
