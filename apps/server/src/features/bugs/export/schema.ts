import { exampleBug } from '../example.ts';
import { csvColumns } from './columns.ts';
import { csvRow } from './csv.ts';

/** The bug of the example, with its values as they are written into the cells of a row. */
const example = {
  ...exampleBug,
  project: 'Website',
  description: '"I press ""Pay"" and nothing happens."',
  assignee: 'ada@example.com',
  labels: 'checkout; mobile',
};

export const BugCsv = {
  description: 'A row for each bug, newest first, in the form of RFC 4180',
  content: {
    'text/csv': {
      schema: {
        type: 'string',
        examples: [`${csvRow([...csvColumns])}${csvColumns.map((column) => example[column]).join(',')}\r\n`],
      },
    },
  },
};
