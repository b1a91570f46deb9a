import type { Context } from '../../context.ts';
import { deleteOldSenderChanges } from './queries.ts';

export function forgetSenderChanges({ pools }: Context): Promise<number> {
  return deleteOldSenderChanges(pools.main);
}
