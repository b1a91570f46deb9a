// npm run client: regenerates the client's types from the routes of this checkout.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readDocument } from './document.ts';
import { typesFile, typesOf } from './types.ts';

writeFileSync(typesFile, typesOf(await readDocument()));
console.log(`Wrote ${relative(process.cwd(), typesFile)}`);
