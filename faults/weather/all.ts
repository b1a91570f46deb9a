import type { Fault } from '../core/fault.ts';
import { indexBacklog } from './backlog.ts';
import { clockSetBack } from './clock.ts';
import { crashDatabase, freezeDatabase, locks } from './database.ts';
import { crashDeliveries } from './deliveries.ts';
import { fullDatabaseDisk, fullFilesDisk } from './disks.ts';
import { killService, killWorkers } from './kill.ts';
import { halfOpenLine, noConnections, slowLine } from './lines.ts';
import { outages } from './outages.ts';
import { overload } from './overload.ts';
import { powerLoss } from './power.ts';
import { slowClients } from './slow-clients.ts';
import { killExport, killUploads } from './transfers.ts';

/** All faults, in the order in which they are made. */
export const faults: Fault[] = [
  killService,
  killWorkers,
  crashDatabase,
  freezeDatabase,
  ...locks,
  slowLine,
  halfOpenLine,
  noConnections,
  overload,
  clockSetBack,
  indexBacklog,
  fullDatabaseDisk,
  fullFilesDisk,
  slowClients,
  ...outages,
  killUploads,
  killExport,
  crashDeliveries,
  powerLoss,
];
