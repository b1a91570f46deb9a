import type { Fault } from '../core/fault.ts';
import { crashDatabase, freezeDatabase, locks } from './database.ts';
import { killService, killWorkers } from './kill.ts';

/** All faults, in the order in which they are made. */
export const faults: Fault[] = [killService, killWorkers, crashDatabase, freezeDatabase, ...locks];
