import type { Fault } from '../core/harness.ts';
import { indexBacklog } from './backlog.ts';
import { clockSetBack } from './clock.ts';
import { crashDatabase, freezeDatabase, locks } from './database.ts';
import { crashDeliveries } from './deliveries.ts';
import { fullDatabaseDisk, fullFilesDisk } from './disks.ts';
import { killService, killWorkers } from './kill.ts';
import { halfOpenConnections, noConnections, slowNetwork } from './network.ts';
import { outages } from './outages.ts';
import { overload } from './overload.ts';
import { powerLoss } from './power-loss.ts';
import { slowClients } from './slow-clients.ts';
import { killExport, killUploads } from './transfers.ts';

/** All faults, in the order in which they run. */
export const faults: Fault[] = [
  killService,
  killWorkers,
  crashDatabase,
  freezeDatabase,
  ...locks,
  slowNetwork,
  halfOpenConnections,
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
