import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { sendJsonText } from '../../http/json.ts';
import { IdParams } from '../../schema.ts';
import { attachLabel, detachLabel, updateBug } from '../bugs/change.ts';
import { BugList, BugListQuery, listBugs } from '../bugs/list.ts';
import { getBug } from '../bugs/read.ts';
import { Bug, type BugPatch } from '../bugs/schema.ts';
import { findSimilarBugs, SimilarBugs } from '../bugs/similar.ts';
import { createComment } from '../comments/operations.ts';
import { Comment, CommentBody } from '../comments/schema.ts';
import { hideUnreadable, labelIsUnclear, readReference } from './operations.ts';
import { ChangedBug, LabelReference, TriagePatch } from './schema.ts';

const response = { 200: ChangedBug };

const sendChanged = async (reply: unknown, { mcpToken }: FastifyRequest, bug: Promise<string>) =>
  sendJsonText(reply, hideUnreadable(mcpToken, await bug));

const reading = routeOptions('mcp', { auth: 'token', scope: 'read:bugs' });
const writing = routeOptions('mcp', { auth: 'token', scope: 'write:bugs' });
const ofBug = IdParams('bug_id');

export function mcpBugRoutes(app: App, context: Context): void {
  app.get(
    '/mcp/bugs',
    reading(
      'mcpListBugs',
      'List bugs',
      { querystring: BugListQuery, response: { 200: BugList } },
      { errors: [404] },
    ),
    ({ actor, query }) => listBugs(context, actor, query),
  );

  app.get(
    '/mcp/bugs/:bug_id',
    reading('mcpGetBug', 'Read a bug with all details', { params: ofBug, response: { 200: Bug } }),
    async ({ actor, params }, reply) => sendJsonText(reply, await getBug(context, actor, params.bug_id)),
  );

  app.get(
    '/mcp/bugs/:bug_id/similar',
    reading('mcpFindSimilarBugs', 'Find likely duplicates of a bug', {
      params: ofBug,
      response: { 200: SimilarBugs },
    }),
    ({ actor, params }) => findSimilarBugs(context, actor, params.bug_id),
  );

  routesThatChange(app, context);
}

const shortcuts: { name: string; operationId: string; summary: string; patch: BugPatch }[] = [
  { name: 'resolve', operationId: 'mcpResolveBug', summary: 'Resolve a bug', patch: { status: 'resolved' } },
  { name: 'spam', operationId: 'mcpMarkSpam', summary: 'Mark a bug as spam', patch: { status: 'spam' } },
  {
    name: 'assign-me',
    operationId: 'mcpAssignToMe',
    summary: "Assign a bug to the token's user",
    patch: { assignee_id: 'me' },
  },
];

function routesThatChange(app: App, context: Context): void {
  app.patch(
    '/mcp/bugs/:bug_id',
    writing('mcpUpdateBug', 'Change status, severity or title', {
      params: ofBug,
      body: TriagePatch,
      response,
    }),
    (request, reply) => {
      const { actor, params, body } = request;
      const { status, severity, title } = body;
      const patch = { ...(status && { status }), ...(severity && { severity }), ...(title && { title }) };
      return sendChanged(reply, request, updateBug(context, actor, { id: params.bug_id }, patch));
    },
  );

  for (const { name, operationId, summary, patch } of shortcuts)
    app.post(
      `/mcp/bugs/:bug_id/${name}`,
      writing(operationId, summary, { params: ofBug, response }),
      (request, reply) => {
        const { actor, params } = request;
        return sendChanged(reply, request, updateBug(context, actor, { id: params.bug_id }, patch));
      },
    );

  app.post(
    '/mcp/bugs/:bug_id/comments',
    writing('mcpCreateComment', 'Comment on a bug', {
      params: ofBug,
      body: CommentBody,
      response: { 201: Comment },
    }),
    ({ actor, params, body }) => createComment(context, actor, params.bug_id, body.body),
  );

  app.post(
    '/mcp/bugs/:bug_id/labels',
    writing(
      'mcpAddLabelToBug',
      'Add a label to a bug',
      { params: ofBug, body: LabelReference, response },
      { errors: [labelIsUnclear()] },
    ),
    (request, reply) => {
      const { actor, params, body } = request;
      const label = readReference(body);
      return sendChanged(reply, request, attachLabel(context, actor, { id: params.bug_id }, label));
    },
  );

  app.delete(
    '/mcp/bugs/:bug_id/labels',
    writing('mcpRemoveLabelFromBug', 'Remove a label from a bug', {
      params: ofBug,
      querystring: LabelReference,
      response,
    }),
    (request, reply) => {
      const { actor, params, query } = request;
      const label = readReference(query);
      return sendChanged(reply, request, detachLabel(context, actor, { id: params.bug_id }, label));
    },
  );
}
