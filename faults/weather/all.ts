import type { Fault } from '../core/fault.ts';
import { crashDatabase, freezeDatabase, locks } from './database.ts';
import { crashDeliveries } from './deliveries.ts';
import { fullDatabaseDisk, fullFilesDisk } from './disks.ts';
import { killService, killWorkers } from './kill.ts';
import { halfOpenLine, noConnections, slowLine } from './lines.ts';
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
  fullDatabaseDisk,
  fullFilesDisk,
  powerLoss,
  killUploads,
  killExport,
  crashDeliveries,
  slowClients,
  overload,
];
