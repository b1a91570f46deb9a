import { afterAll, inject } from 'vitest';
import { noteStatements, writeNotes } from './noted-statements.ts';

// Runs before each test file. What it notes is prepared on the oldest PostgreSQL at the end of the run.
noteStatements();
afterAll(() => writeNotes(inject('statementsFolder')));
