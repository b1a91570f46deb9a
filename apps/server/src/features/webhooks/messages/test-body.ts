import { exampleBug } from '../../bugs/example.ts';
import { type EventFacts, writeBody } from './body.ts';

/** No event has this type, so no webhook has to subscribe to it. */
export const testEvent = 'webhook.test';

/** A bug that looks like any other, with an id that none has. */
export function writeTestBody({
  id,
  project,
  actor,
  via,
}: Omit<EventFacts, 'type' | 'created_at' | 'bug'>): string {
  const bug = JSON.stringify({ ...exampleBug, id: 0, project_id: project.id });
  return writeBody({ id, type: testEvent, created_at: new Date(), project, bug, actor, via });
}
