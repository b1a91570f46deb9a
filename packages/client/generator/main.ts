// npm run client: makes the client's types anew from the routes of this checkout.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readDocument } from './document.ts';
import { typesFile, typesOf } from './types.ts';

writeFileSync(typesFile, typesOf(await readDocument()));
console.log(`Written: ${relative(process.cwd(), typesFile)}`);
