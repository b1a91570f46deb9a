import { createClient } from './generated/client/index.ts';
import * as api from './generated/index.ts';

/** From signing up to a deleted bug, with the client that @hey-api/openapi-ts makes. Says what came of it. */
export async function runFlow(baseUrl: string, email: string, address: string) {
  const anyone = createClient({ baseUrl, headers: { 'x-forwarded-for': address }, throwOnError: true });
  const { data: session } = await api.signUp({
    client: anyone,
    body: { email, password: 'correct horse battery' },
    throwOnError: true,
  });
  const client = createClient({ baseUrl, auth: session.access_token });
  const mine = { client, throwOnError: true } as const;

  const { data: teams } = await api.listTeams(mine);
  const team_id = teams.items[0]?.id ?? 0;
  const { data: project } = await api.createProject({ ...mine, body: { team_id, name: 'Website' } });

  const { data: reported } = await api.reportBug({
    client: createClient({ baseUrl, auth: project.api_key }),
    throwOnError: true,
    headers: { 'Idempotency-Key': 'once' },
    body: {
      title: 'No answer',
      description: 'It hangs.',
      severity: 'high',
      extra: { cart: { items: [1, 2] } },
    },
  });
  const path = { bug_id: reported.id };
  const { data: listed } = await api.listBugs({
    ...mine,
    query: { project_id: project.id, status: ['open', 'in_progress'], severity: ['high'], limit: 10 },
  });
  const { data: changed } = await api.updateBug({
    ...mine,
    path,
    body: { status: 'in_progress', assignee_id: 'me' },
  });
  const { data: comment } = await api.createComment({ ...mine, path, body: { body: 'Mine.' } });
  const { data: label } = await api.createLabel({
    ...mine,
    path: { team_id },
    body: { name: 'Checkout', color: '#F59E0B' },
  });
  const { data: labelled } = await api.addLabelToBug({ ...mine, path: { ...path, label_id: label.id } });
  const { response: deleted } = await api.deleteBug({ ...mine, path });
  const gone = await api.getBug({ client, path });
  return {
    listed: listed.items.map(({ id, assignee }) => [id - reported.id, assignee?.name]),
    changed: changed.status,
    comment: comment.via,
    labels: labelled.labels.map(({ name }) => name),
    deleted: deleted.status,
    gone: gone.error?.detail,
  };
}
