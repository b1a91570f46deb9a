import { totalmem } from 'node:os';

/** An eighth of the memory that there is, between 128 MB and 1 GB. */
function sharedMegabytes(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(Math.max(available / 8 / 1024 ** 2, 128), 1024));
}

/** The server settings that the service's own ones go on top of. */
export const defaultSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '150',
  shared_buffers: `${sharedMegabytes()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  // Making a new log segment holds every commit up for some 40 ms: those that there are stay, to be written again.
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are the business of the service and may quote what its users wrote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};
