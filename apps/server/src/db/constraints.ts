import pg from 'pg';

/** Whether the database refused a row because of this unique constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** Whether the database refused a row because what it refers to by this foreign key is not there. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint;
}
