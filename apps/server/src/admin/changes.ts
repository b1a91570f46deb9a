import { type Plan, plans } from '@skep/vocabulary';
import { discardJob, retryJob } from '../features/operator/jobs.ts';
import { maxReportsPerMinute } from '../features/operator/schema.ts';
import { findTeamId, updateProject, updateTeam } from '../features/operator/teams.ts';
import { createResetLink, findUser, resetPassword, setOperator } from '../features/operator/users.ts';
import { quoteName } from '../mail/untrusted-text.ts';
import { StartError } from '../start-error.ts';
import { type AdminCommand, readId, readNumber } from './command.ts';
import { onDatabase } from './database.ts';
import { explainNotFound } from './output.ts';

const setPlan: AdminCommand = {
  takes: ['<team slug>', `<${plans.join('|')}>`],
  summary: "Changes a team's plan",
  async run({ args: [slug = '', word = ''] }) {
    const plan = readPlan(word);
    const team = await onDatabase(async (context) => {
      const id = await findTeamId(context, slug).catch(noSuchTeam(slug));
      return updateTeam(context, id, { plan });
    });
    const { members: _, projects: __, ...data } = team;
    return { data, text: `The team ${quoteName(team.name)} is on the plan ${plan}.` };
  },
};

export const noSuchTeam = (slug: string) => explainNotFound(`No team has the slug ${JSON.stringify(slug)}.`);

const noSuchAccount = (email: string) =>
  explainNotFound(`No account has the email address ${JSON.stringify(email)}.`);

function readPlan(word: string): Plan {
  if (plans.includes(word as Plan)) return word as Plan;
  throw new StartError(`The plan must be ${plans.join(' or ')}, not ${JSON.stringify(word)}.`);
}

const setCap: AdminCommand = {
  takes: ['<project id>', '<reports per minute>'],
  summary: 'Sets the reports per minute that each key of a project may send',
  async run({ args: [idWord, capWord = ''] }) {
    const id = readId('project id', idWord);
    const cap = readNumber('The cap', capWord, 1, maxReportsPerMinute);
    const project = await onDatabase((context) =>
      updateProject(context, id, { reports_per_minute: cap }).catch(
        explainNotFound(`No project has the id ${id}.`),
      ),
    );
    const text = `Each key of the project ${quoteName(project.name)} may send ${cap} reports a minute.`;
    return { data: project, text };
  },
};

const resetPasswordCommand: AdminCommand = {
  takes: ['<email>'],
  summary: 'Sets a random password and revokes the sessions and MCP tokens of a user',
  options: {
    link: { summary: 'prints a reset link instead, valid for one hour' },
  },
  async run({ args: [email = ''], has }) {
    if (has('link')) {
      const reset = await onDatabase((context) =>
        createResetLink(context, email).catch(noSuchAccount(email)),
      );
      return { data: reset, text: reset.link, note: `Valid once within an hour, for ${reset.email}.` };
    }
    const account = await onDatabase((context) => resetPassword(context, email).catch(noSuchAccount(email)));
    return { data: account, text: `New password for ${account.email}: ${account.password}` };
  },
};

const makeOperator: AdminCommand = {
  takes: ['<email>'],
  summary: 'Makes a user an operator of the installation',
  options: {
    remove: { summary: 'removes the operator role' },
    unverified: { summary: 'allows an account with an unverified email address' },
  },
  async run({ args: [email = ''], has }) {
    const user = await onDatabase(async (context) => {
      const found = await findUser(context, email).catch(noSuchAccount(email));
      // Anyone can sign up with the operator's address before the operator does.
      if (!found.email_verified && !has('remove') && !has('unverified'))
        throw new StartError(
          `The email address of ${found.email} is not verified, and the account was created ${age(found)}. ` +
            'Check that it is the right account, then repeat the command with --unverified.',
        );
      return setOperator(context, found, !has('remove'));
    });
    const isWhat = user.is_operator ? 'an operator' : 'no longer an operator';
    return { data: user, text: `${user.email} is ${isWhat}. The account was created ${age(user)}.` };
  },
};

function age({ created_at }: { created_at: Date }): string {
  const minutes = (Date.now() - created_at.getTime()) / 60_000;
  const ago = (count: number, unit: 'minute' | 'hour' | 'day') =>
    new Intl.RelativeTimeFormat('en').format(-Math.floor(count), unit);
  if (minutes < 120) return ago(minutes, 'minute');
  return minutes < 48 * 60 ? ago(minutes / 60, 'hour') : ago(minutes / 1440, 'day');
}

const changingJobs = (summary: string, change: typeof retryJob, what: string): AdminCommand => ({
  takes: ['<job id|all>'],
  summary,
  async run({ args: [word] }) {
    const which = word === 'all' ? word : readId('job id', word);
    const jobs = await onDatabase((context) =>
      change(context, which).catch(explainNotFound(`No failed job has the id ${which}.`)),
    );
    return { data: { jobs }, text: `${jobs} ${jobs === 1 ? 'job is' : 'jobs are'} ${what}.` };
  },
});

const retry = changingJobs('Retries one failed job or all of them', retryJob, 'retried');

const discard = changingJobs(
  'Deletes one failed job or all of them without running them',
  discardJob,
  'discarded',
);

export const changes: Record<string, AdminCommand> = {
  'set-plan': setPlan,
  'set-cap': setCap,
  'reset-password': resetPasswordCommand,
  'make-operator': makeOperator,
  'retry-job': retry,
  'discard-job': discard,
};
