import type { Transform } from '@skep/vocabulary';
import type { EventBody } from './body.ts';
import { toDiscord } from './discord.ts';
import { type Message, toMessage } from './message.ts';
import { toSlack } from './slack.ts';

const messengers: Record<Exclude<Transform, 'raw'>, (message: Message) => object> = {
  slack: toSlack,
  discord: toDiscord,
};

/** Turns an event's body into the form that a webhook asks for. */
export function transformBody(transform: Transform, body: string, baseUrl: string): string {
  if (transform === 'raw') return body;
  const event: EventBody = JSON.parse(body);
  return JSON.stringify(messengers[transform](toMessage(event, baseUrl)));
}
