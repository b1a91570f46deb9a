import type { Owner } from '@skep/embedded-postgres';

/** The service that owns the PostgreSQL in tests. */
export const hive: Owner = {
  name: 'hive',
  words: {
    service: 'Hive',
    dataDirSetting: 'HIVE_DIR',
    databaseUrlSetting: 'HIVE_URL',
    binariesSetting: 'HIVE_BIN',
  },
};

/** The folder in which it keeps what its PostgreSQL could not reach otherwise, when it is run by root. */
export const outside = '/var/lib/hive';
