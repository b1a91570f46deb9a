import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { sendJsonText } from '../../http/json.ts';
import { routesOf } from '../../http/route.ts';
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

const sendChanged = async (reply: FastifyReply, { mcpToken }: FastifyRequest, bug: Promise<string>) =>
  sendJsonText(reply, hideUnreadable(mcpToken, await bug));

export function mcpBugRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'token', scope: 'read:bugs', tags: ['mcp'] });

  routes.get(
    '/mcp/bugs',
    {
      operationId: 'mcpListBugs',
      summary: 'List bugs',
      querystring: BugListQuery,
      response: { 200: BugList },
      errors: [404],
    },
    ({ actor, query }) => listBugs(context, actor, query),
  );

  routes.get(
    '/mcp/bugs/:bug_id',
    { operationId: 'mcpGetBug', summary: 'Read a bug in full', response: { 200: Bug } },
    async ({ actor, params }, reply) => sendJsonText(reply, await getBug(context, actor, params.bug_id)),
  );

  routes.get(
    '/mcp/bugs/:bug_id/similar',
    {
      operationId: 'mcpFindSimilarBugs',
      summary: 'Find likely duplicates of a bug',
      response: { 200: SimilarBugs },
    },
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
  const routes = routesOf(app, { auth: 'token', scope: 'write:bugs', tags: ['mcp'] });

  routes.patch(
    '/mcp/bugs/:bug_id',
    {
      operationId: 'mcpUpdateBug',
      summary: 'Change status, severity or title',
      body: TriagePatch,
      response,
    },
    (request, reply) => {
      const { actor, params, body } = request;
      const { status, severity, title } = body;
      const patch = { ...(status && { status }), ...(severity && { severity }), ...(title && { title }) };
      return sendChanged(reply, request, updateBug(context, actor, { id: params.bug_id }, patch));
    },
  );

  for (const { name, operationId, summary, patch } of shortcuts)
    routes.post(`/mcp/bugs/:bug_id/${name}`, { operationId, summary, response }, (request, reply) => {
      const { actor, params } = request;
      return sendChanged(reply, request, updateBug(context, actor, { id: params.bug_id }, patch));
    });

  routes.post(
    '/mcp/bugs/:bug_id/comments',
    {
      operationId: 'mcpCreateComment',
      summary: 'Comment on a bug',
      body: CommentBody,
      response: { 201: Comment },
    },
    ({ actor, params, body }) => createComment(context, actor, params.bug_id, body.body),
  );

  routes.post(
    '/mcp/bugs/:bug_id/labels',
    {
      operationId: 'mcpAddLabelToBug',
      summary: 'Put a label on a bug',
      body: LabelReference,
      response,
      errors: [labelIsUnclear()],
    },
    (request, reply) => {
      const { actor, params, body } = request;
      const label = readReference(body);
      return sendChanged(reply, request, attachLabel(context, actor, { id: params.bug_id }, label));
    },
  );

  routes.delete(
    '/mcp/bugs/:bug_id/labels',
    {
      operationId: 'mcpRemoveLabelFromBug',
      summary: 'Take a label off a bug',
      querystring: LabelReference,
      response,
    },
    (request, reply) => {
      const { actor, params, query } = request;
      const label = readReference(query);
      return sendChanged(reply, request, detachLabel(context, actor, { id: params.bug_id }, label));
    },
  );
}
