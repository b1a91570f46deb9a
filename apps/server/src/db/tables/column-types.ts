import type { ColumnType } from 'kysely';

/** Set when the row is written, and never again. */
export type CreatedAt = ColumnType<Date, never, never>;

/** Has a default, and may be given. */
export type SetByDatabase<T> = ColumnType<T, T | undefined, T>;
