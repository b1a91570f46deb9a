import type { Context } from '../../context.ts';
import { deleteOldSenderChanges } from './queries.ts';

export async function forgetSenderChanges({ pools }: Context): Promise<void> {
  await deleteOldSenderChanges(pools.main);
}
