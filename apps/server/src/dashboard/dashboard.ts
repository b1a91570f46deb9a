import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../errors.ts';
import { sendBuiltFile, sendIfChanged } from '../http/built-files.ts';
import { sendError } from '../http/error-handler.ts';
import { builtDashboard, readDashboard } from './files.ts';
import { contentSecurityPolicy } from './policy.ts';

/** Answers with the dashboard as it has been built. */
export interface Dashboard {
  /** Sends the page, which finds out itself what stands at the address that it was asked for. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendAsset(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
}

interface Settings {
  s3: { endpoint: string } | null;
}

/** Assets have a hash of their content in their names and never change. The page, which names them, is asked for anew each time. */
export function openDashboard({ s3 }: Settings): Dashboard {
  const files = readDashboard(builtDashboard);
  const pageHeaders = {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(s3?.endpoint),
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex, nofollow',
  };
  const assetHeaders = {
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  };

  return {
    sendPage(request, reply) {
      if (!files)
        return sendError(reply, new ApiError(404, 'The dashboard is not built: npm start builds it'));
      return sendIfChanged(request, reply.headers(pageHeaders), files.page);
    },
    sendAsset(request, reply, name) {
      const file = files?.assets.get(name);
      if (!file) return sendError(reply, notFound());
      return sendBuiltFile(request, reply.headers(assetHeaders), file);
    },
  };
}
