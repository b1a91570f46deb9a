import type { Owner } from '@skep/embedded-postgres';

/** The service of the tests. */
export const hive: Owner = {
  name: 'hive',
  words: { service: 'Hive', dataDirSetting: 'HIVE_DIR', databaseUrlSetting: 'HIVE_URL' },
};

/** Where it keeps what its PostgreSQL could not reach otherwise, when it is run by root. */
export const outside = '/var/lib/hive';
