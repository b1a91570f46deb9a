import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../errors.ts';
import { type BuiltFile, sendBuiltFile, sendIfChanged } from '../http/built-files.ts';
import { sendError } from '../http/error-handler.ts';
import { letOthersRead } from '../http/headers.ts';
import { builtWidget, readWidget } from './files.ts';
import { demoPolicy } from './policy.ts';

/** Answers with the widget as it has been built, to pages of any site. */
export interface Widget {
  /** The script or the module that pages name: its address stays, so it is asked for anew after a while. */
  sendLoader(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
  sendPart(request: FastifyRequest, reply: FastifyReply, version: string, name: string): FastifyReply;
  /** The page to play with, and what it is made of. */
  sendDemo(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
}

interface Settings {
  demo: boolean;
  s3: { endpoint: string } | null;
}

const fewMinutes = 'public, max-age=300, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';

export function openWidget({ demo, s3 }: Settings): Widget {
  const files = readWidget(builtWidget);

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    file: BuiltFile | undefined,
    cacheControl: string,
  ) => {
    letOthersRead(reply);
    if (!files) return sendError(reply, new ApiError(404, 'The widget is not built: npm start builds it'));
    if (!file) return sendError(reply, notFound());
    reply.header('cache-control', cacheControl);
    return cacheControl === forEver
      ? sendBuiltFile(request, reply, file)
      : sendIfChanged(request, reply, file);
  };

  return {
    sendLoader: (request, reply, name) => send(request, reply, files?.loaders.get(name), fewMinutes),
    // A page that has stayed open over an update asks for a version that is no more. Loaders and parts of all versions
    // understand each other, so it gets the part as it is now, for a while.
    sendPart: (request, reply, version, name) =>
      send(request, reply, files?.parts.get(name), version === files?.version ? forEver : fewMinutes),
    sendDemo(request, reply, name) {
      const file = files?.demo.get(name);
      if (!demo || !file) return sendError(reply, notFound());
      reply.headers({
        'cache-control': 'no-cache',
        'content-security-policy': demoPolicy(s3?.endpoint),
        'x-robots-tag': 'noindex, nofollow',
      });
      return sendIfChanged(request, reply, file);
    },
  };
}
