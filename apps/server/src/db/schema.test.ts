import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../../test/harness.ts';
import { describeSchema } from '../../test/schema-snapshot.ts';
import { packageFolder } from '../package-folder.ts';

const node = await startService();

it('the schema is the one that is checked in', async () => {
  const schema = await describeSchema(node.db);
  await expect(
    schema,
    'The migrations make another schema than migrations/schema.sql says. If that is intended, run `npm run schema`.',
  ).toMatchFileSnapshot(join(packageFolder, 'migrations/schema.sql'));
});
