import { afterAll, inject } from 'vitest';
import { recordStatements, writeNotes } from './recorded-statements.ts';

// Runs before each test file. The recorded statements are prepared on the oldest PostgreSQL at the end of the run.
recordStatements();
afterAll(() => writeNotes(inject('statementsFolder')));
