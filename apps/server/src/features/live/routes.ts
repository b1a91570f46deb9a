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
      ...route('followLive', 'Follow what happens to bugs', {
        description: [
          'An event stream. The `id` of an event is a place in the stream, of at most 500 characters, `event` its kind,',
          '`data` a `LiveEvent`. With the header `Last-Event-ID` a reader goes on where it was; an `activity_id` will do',
          'too. After an interruption some events may come once more: `activity_id` tells. The event `catalogue`, whose',
          '`data` is a `CatalogueEvent`, says that labels, projects, members, views or the team itself have changed; it has no',
          '`id` and is not sent again, so read these things after connecting (or before, and connect with `replay_seconds`) and',
          'after every interruption. The event `reload`',
          'answers a `Last-Event-ID` that is older than a week, or from before the database was restored or failed over: read everything again, because some',
          'of what was read may be gone, and revisions may be lower than before. A comment is sent every 15 seconds. The stream ends when the access token expires or is void, when the user leaves the team, and, without',
          '`team_id`, when the user joins another; and when its reader cannot keep up. A user can have 100 streams at once',
          'with one server process.',
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
