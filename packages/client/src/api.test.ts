import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { typesFile, typesOf } from '../generator/types.ts';

it('api.ts matches the OpenAPI document', {
  timeout: 180_000,
}, async () => {
  const { anyone } = await startService();
  const { body: document } = await anyone.get('/openapi.json');
  // Compared as a boolean, because a diff of whole files is unreadable.
  const isSame = typesOf(document) === readFileSync(typesFile, 'utf8');
  expect(isSame, 'api.ts is out of date: run "npm run client"').toBe(true);
});
