import type { ColumnType } from 'kysely';

/** A time that the database sets when the row is inserted, and that never changes. */
export type CreatedAt = ColumnType<Date, never, never>;

/** A column with a default, so that an insert may leave it out. */
export type SetByDatabase<T> = ColumnType<T, T | undefined, T>;
