/** The parts of the API, in the order in which a reader meets them. */
export const tags = [
  {
    name: 'auth',
    description: 'Signing up and in, by password or with a provider, and forgotten passwords.',
  },
  { name: 'me', description: 'Your own account, invitations to you, and your MCP tokens.' },
  { name: 'teams', description: 'Teams, their members, invitations and statistics.' },
  { name: 'projects', description: 'Projects, their keys and settings.' },
  { name: 'ingest', description: 'Reports that come in, with an image, by the key of a project.' },
  { name: 'bugs', description: 'Bugs and their images, for whoever has a link to one.' },
  { name: 'triage', description: 'The inbox: listing, changing and following bugs.' },
  { name: 'comments', description: 'What people say about a bug.' },
  { name: 'labels', description: 'The labels of a team, and those on a bug.' },
  { name: 'saved views', description: 'Filters of the inbox that are kept under a name.' },
  { name: 'blocklist', description: 'Rules that drop reports before they are stored.' },
  { name: 'webhooks', description: 'Events that are sent to other services, and what came of that.' },
  { name: 'notifications', description: 'The pages behind the links in mails.' },
  { name: 'operator', description: 'The whole installation, for its operators; to everybody else, 404.' },
  { name: 'service', description: 'The service itself.' },
  { name: 'mcp', description: 'The same for AI assistants, by MCP token; and the MCP server.' },
];
