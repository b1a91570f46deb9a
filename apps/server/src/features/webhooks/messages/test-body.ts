import { exampleBug } from '../../bugs/example.ts';
import { type EventFacts, writeBody } from './body.ts';

/** The type of a test delivery. No real event has it, so webhooks get tests without subscribing to it. */
export const testEvent = 'webhook.test';

/** The body of a test delivery: its bug looks like any other, but has the id 0, which no bug has. */
export function writeTestBody({
  id,
  project,
  actor,
  via,
}: Omit<EventFacts, 'type' | 'created_at' | 'bug'>): string {
  const bug = JSON.stringify({ ...exampleBug, id: 0, project_id: project.id });
  return writeBody({ id, type: testEvent, created_at: new Date(), project, bug, actor, via });
}
