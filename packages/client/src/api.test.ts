import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { typesFile, typesOf } from '../generator/types.ts';

it('has the types of what the service serves; "npm run client" makes them anew', {
  timeout: 180_000,
}, async () => {
  const { anyone } = await startService();
  const { body: document } = await anyone.get('/openapi.json');
  // Whole files would make for a difference that nobody reads.
  const isSame = typesOf(document) === readFileSync(typesFile, 'utf8');
  expect(isSame, 'api.ts is out of date: run "npm run client"').toBe(true);
});
