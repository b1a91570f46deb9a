import type { Context } from '../../../../context.ts';
import { deleteOldDeliveries } from '../queries/clean-up.ts';

export function forgetDeliveries({ pools }: Context): Promise<number> {
  return deleteOldDeliveries(pools.main);
}
