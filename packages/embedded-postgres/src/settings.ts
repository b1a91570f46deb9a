import { totalmem } from 'node:os';

/** The size of shared_buffers: an eighth of the machine's or container's memory, between 128 MB and 1 GB. */
function sharedMegabytes(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(Math.max(available / 8 / 1024 ** 2, 128), 1024));
}

/** The server's settings, which those of the service override. */
export const defaultSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '150',
  shared_buffers: `${sharedMegabytes()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  // Making a new segment of the write-ahead log delays every commit by some 40 ms, so a gigabyte of them is kept and reused.
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are not logged: the service handles them, and they may quote what its users wrote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};
