import { type Plan, plans } from '@skep/vocabulary';
import { findTeamId, updateTeam } from '../features/operator/teams/operations.ts';
import { named } from '../mail/foreign-text.ts';
import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const setPlanCommand: AdminCommand = {
  takes: ['<team slug>', `<${plans.join('|')}>`],
  summary: "Changes a team's plan",
  async run({ args: [slug = '', word = ''] }) {
    const plan = readPlan(word);
    const team = await onDatabase(async (context) => {
      const id = await findTeamId(context, slug).catch(noSuchTeam(slug));
      return updateTeam(context, id, { plan });
    });
    const { members: _, projects: __, ...data } = team;
    return { data, text: `The team ${named(team.name)} is on the plan ${plan}.` };
  },
};

export const noSuchTeam = (slug: string) => orSay(`There is no team with the slug ${JSON.stringify(slug)}.`);

function readPlan(word: string): Plan {
  if (plans.includes(word as Plan)) return word as Plan;
  throw new StartError(`The plan must be ${plans.join(' or ')}, not ${JSON.stringify(word)}.`);
}
