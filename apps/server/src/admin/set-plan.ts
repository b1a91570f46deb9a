import { type Plan, plans } from '@skep/vocabulary';
import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';

export const setPlanCommand: AdminCommand = {
  usage: `set-plan <team slug> <${plans.join('|')}>`,
  summary: "Changes a team's plan",
  takes: ([slug, plan]) => Boolean(slug) && plans.includes(plan as Plan),
  async run({ pools: { main: db } }, [slug = '', plan]) {
    const team = await db
      .updateTable('teams')
      .set({ plan: plan as Plan })
      .where('slug', '=', slug)
      .returning('name')
      .executeTakeFirst();
    if (!team) throw new StartError(`There is no team with the slug "${slug}".`);
    return `The team "${team.name}" is on the plan ${plan}.`;
  },
};
