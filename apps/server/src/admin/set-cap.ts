import { updateProject } from '../features/operator/teams/operations.ts';
import { mostReportsPerMinute } from '../features/operator/teams/schema.ts';
import { named } from '../mail/foreign-text.ts';
import { readId, readNumber } from './arguments.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const setCapCommand: AdminCommand = {
  takes: ['<project id>', '<reports per minute>'],
  summary: 'Changes how many reports a minute each key of a project may send',
  async run({ args: [idWord, capWord = ''] }) {
    const id = readId('project id', idWord);
    const cap = readNumber('The cap', capWord, 1, mostReportsPerMinute);
    const project = await onDatabase((context) =>
      updateProject(context, id, { reports_per_minute: cap }).catch(
        orSay(`There is no project with the id ${id}.`),
      ),
    );
    const text = `Each key of the project ${named(project.name)} may send ${cap} reports a minute.`;
    return { data: project, text };
  },
};
