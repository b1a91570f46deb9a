import { requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { Hub } from './hub.ts';
import { findStart } from './position.ts';
import { EventStream, LiveHeaders, LiveQuery } from './schema.ts';

const route = routeOptions('triage', { auth: 'session', isEndless: true, errors: [404] });

export function liveRoutes(app: App, context: Context): void {
  const hub = new Hub(context);
  // Streams never end by themselves, and shutdown waits for open requests.
  app.addHook('preClose', () => hub.stop());

  app.get(
    '/live',
    {
      ...route('followLive', 'Stream live events', {
        description: [
          'A server-sent event stream. `event` is the kind and `data` a `LiveEvent`. The `id`, at most 500 characters, is a position',
          'in the stream: send it as `Last-Event-ID` to resume; an `activity_id` works too. After an interruption some events may be',
          'repeated; compare `activity_id`. The event `catalogue` with a `CatalogueEvent` announces changes of labels, projects,',
          'members, views or the team. It has no `id` and is not repeated, so reload these after connecting (or load them first and',
          'connect with `replay_seconds`) and after every interruption. The event `reload` means that `Last-Event-ID` is older than a',
          'week or precedes a restore or failover. Reload everything then: data may be gone, and revisions may be lower. A comment',
          'is sent every 15 seconds. The stream ends when the access token expires or is revoked, when the user leaves the team, and',
          'when the client is too slow. Without `team_id`, it also ends when the user joins a team. A user can have 100 streams per server process.',
        ].join(' '),
        querystring: LiveQuery,
        headers: LiveHeaders,
        response: { 200: EventStream },
      }),
      exposeHeadRoute: false,
    },
    async ({ actor, accessToken, query, headers, log, raw }, reply) => {
      if (query.team_id !== undefined) requireTeam(actor, query.team_id);
      const teamIds = query.team_id === undefined ? actor.teamIds : [query.team_id];
      const lastEventId = headers['last-event-id'] as string | undefined;
      const { replay_seconds: replaySeconds } = query;
      const start = await findStart(context.pools.following, teamIds, { lastEventId, replaySeconds });
      hub.requireCapacity(accessToken.userId);

      const response = reply.hijack().raw;
      // A half-closed connection can still receive a response, but a stream client that stopped sending is gone.
      raw.socket.once('end', () => response.destroy());
      // The stream ends with the connection. Without chunk framing, all clients get the same bytes.
      response.useChunkedEncodingByDefault = false;
      reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
      // Sent with the first write.
      response.setHeaders(new Map(Object.entries(reply.getHeaders() as Record<string, string>)));
      const isOfAllTeams = query.team_id === undefined;
      const isReplay = lastEventId === undefined && replaySeconds !== undefined;
      const position = { after: start.from.seq, openedAt: (isReplay ? start.from : start.now).seq };
      hub.open({ response, log, ...accessToken, teamIds, isOfAllTeams, ...position }, start);
    },
  );
}
