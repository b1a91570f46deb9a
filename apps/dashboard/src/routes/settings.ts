/** Settings pages, in one chunk because each is small. */
export { McpTokens } from '../settings/me/mcp.tsx';
export { MySettings } from '../settings/me/me.tsx';
export { OperatorOverview } from '../settings/operator/overview.tsx';
export { OperatorTeams } from '../settings/operator/teams.tsx';
export { OperatorUsers } from '../settings/operator/users.tsx';
export { ProjectSettings } from '../settings/project/project.tsx';
export { NewProjectPage } from '../settings/start/new-project.tsx';
export { Start } from '../settings/start/start.tsx';
export { TeamStats } from '../settings/stats/stats.tsx';
export { TeamLabels } from '../settings/team/labels.tsx';
export { TeamMembers } from '../settings/team/members.tsx';
export { NewTeamPage } from '../settings/team/new-team.tsx';
export { TeamSettings } from '../settings/team/team.tsx';
export { Webhooks } from '../settings/webhooks/webhooks.tsx';
