import type { Context } from '../../../../context.ts';
import { deleteOldDeliveries } from '../queries/clean-up.ts';

export async function forgetDeliveries({ pools }: Context): Promise<void> {
  await deleteOldDeliveries(pools.main);
}
