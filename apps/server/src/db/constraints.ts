import { NoResultError } from 'kysely';
import pg from 'pg';

/** Whether the database refused a row because of this unique constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** Whether an error means that something was deleted while a request that had found it was being worked on. */
export function isGoneMeanwhile(error: unknown): boolean {
  return error instanceof NoResultError || (error instanceof pg.DatabaseError && error.code === '23503');
}

/** Whether what was deleted is the account that the request was made with. */
export function isAccountGone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23503' &&
    /^(mcp_tokens|memberships|password_resets)_user_id_fkey$/.test(error.constraint ?? '')
  );
}

/** Whether the database refused a row because what it refers to by this foreign key is not there. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint;
}
