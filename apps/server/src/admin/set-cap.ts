import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';

const most = 1_000_000;

export const setCapCommand: AdminCommand = {
  usage: 'set-cap <project id> <reports per minute>',
  summary: 'Changes how many reports a minute each key of a project may send',
  takes: ([id = '', cap = '']) => /^[1-9]\d{0,15}$/.test(id) && /^[1-9]\d*$/.test(cap),
  async run({ pools: { main: db } }, [id = '', cap = '']) {
    if (Number(cap) > most) throw new StartError(`The cap can be at most ${most} reports a minute.`);
    const project = await db
      .updateTable('projects')
      .set({ reports_per_minute: Number(cap) })
      .where('id', '=', Number(id))
      .returning('name')
      .executeTakeFirst();
    if (!project) throw new StartError(`There is no project with the id ${id}.`);
    return `Each key of the project "${project.name}" may send ${cap} reports a minute.`;
  },
};
