import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const noted = new Set<string>();
let unwritten: string[] = [];
let isNoting = false;

/** Records every distinct SQL statement of this process from now on. */
export function recordStatements(): void {
  if (isNoting) return;
  isNoting = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    note(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
}

function note(text: string): void {
  if (!text || noted.has(text)) return;
  noted.add(text);
  unwritten.push(text);
}

export function writeNotes(folder: string): void {
  const lines = unwritten.map((text) => `${JSON.stringify(text)}\n`);
  unwritten = [];
  appendFileSync(join(folder, String(process.pid)), lines.join(''));
}

/** Tables and columns created by single tests are missing, which is fine. */
const undefinedTable = '42P01';

const canBePrepared = /^\s*(select|insert|update|delete|with|merge|values)\b/i;

/** Prepares all recorded statements on a server and throws if one fails. */
export async function prepareRecorded(folder: string, databaseUrl: string): Promise<number> {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const texts = [...new Set(lines.filter(Boolean))]
    .map((line) => JSON.parse(line) as string)
    .filter((text) => canBePrepared.test(text));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const refused: string[] = [];
  for (const text of texts) {
    await client.query(`prepare noted as ${text}`).then(
      () => client.query('deallocate noted'),
      (error: pg.DatabaseError) => {
        if (error.code !== undefinedTable) refused.push(`${error.message}: ${text}`);
      },
    );
  }
  await client.end();
  if (refused.length > 0) throw new Error(`This PostgreSQL does not understand:\n${refused.join('\n')}`);
  return texts.length;
}
