import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';

/** The filtered project, or the only project of the team. */
function projectOf({ catalogue, listSelection, page }: ActionContext): number | undefined {
  const own = catalogue.projects.filter(({ team_id }) => team_id === catalogue.team.id);
  const listed = page === 'inbox' ? listSelection.filter.project_id : undefined;
  return listed ?? (own.length === 1 ? own[0]?.id : undefined);
}

const hasTeam = ({ catalogue }: ActionContext) => catalogue.team.id > 0;
const hasProject = (now: ActionContext) => projectOf(now) !== undefined;
const toTeam =
  (page: string) =>
  ({ catalogue, go }: ActionContext) =>
    go.page(`/teams/${catalogue.team.id}/${page}`);
const toProject = (page: string) => (now: ActionContext) =>
  now.go.page(`/projects/${projectOf(now)}/${page}`);

/** Navigation to the pages outside the inbox. */
export const pageActions: readonly Action[] = [
  {
    id: 'stats',
    title: 'Stats',
    group: 'Go to',
    icon: 'stats',
    keys: ['g s'],
    when: hasTeam,
    run: toTeam('stats'),
  },
  {
    id: 'team-settings',
    title: 'Team settings',
    words: 'name slug leave delete reporter data',
    group: 'Go to',
    icon: 'settings',
    keys: ['g t'],
    when: hasTeam,
    run: toTeam('settings'),
  },
  {
    id: 'members',
    title: 'Members',
    words: 'people invite invitations settings',
    group: 'Go to',
    icon: 'person',
    keys: ['g m'],
    when: hasTeam,
    run: toTeam('members'),
  },
  {
    id: 'labels',
    title: 'Labels',
    words: 'settings colors',
    group: 'Go to',
    icon: 'label',
    keys: ['g l'],
    when: hasTeam,
    run: toTeam('labels'),
  },
  {
    id: 'project-settings',
    title: 'Project settings',
    words: 'project name api key keys email notifications blocklist origins delete',
    group: 'Go to',
    icon: 'settings',
    keys: ['g h'],
    when: hasProject,
    run: toProject('settings'),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    words: 'settings slack',
    group: 'Go to',
    icon: 'link',
    keys: ['g w'],
    when: hasProject,
    run: toProject('webhooks'),
  },
  {
    id: 'install',
    title: 'Install',
    group: 'Go to',
    icon: 'download',
    when: hasProject,
    run: toProject('start'),
  },
  {
    id: 'new-project',
    title: 'New project',
    group: 'Go to',
    icon: 'plus',
    keys: ['g n'],
    run: ({ go }) => go.page('/projects/new'),
  },
  {
    id: 'new-team',
    title: 'New team',
    group: 'Go to',
    icon: 'plus',
    run: ({ go }) => go.page('/teams/new'),
  },
  {
    id: 'me',
    title: 'Account settings',
    words: 'account profile name email password theme invitations delete',
    group: 'Go to',
    icon: 'settings',
    keys: ['g ,'],
    run: ({ go }) => go.page('/me/settings'),
  },
  {
    id: 'mcp',
    title: 'MCP tokens',
    words: 'settings assistant',
    group: 'Go to',
    icon: 'assistant',
    run: ({ go }) => go.page('/me/settings/mcp'),
  },
  {
    id: 'operator',
    title: 'Operator',
    group: 'Go to',
    icon: 'eye',
    keys: ['g o'],
    when: ({ catalogue }) => catalogue.isOperator,
    run: ({ go }) => go.page('/operator'),
  },
];
