import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { sendJsonText } from '../../http/json.ts';
import { IdParams } from '../../schema.ts';
import { updateBug } from '../bugs/change.ts';
import { BugList, BugListQuery, listBugs } from '../bugs/list.ts';
import { getBug } from '../bugs/read.ts';
import { Bug, type BugPatch } from '../bugs/schema.ts';
import { findSimilarBugs, SimilarBugs } from '../bugs/similar.ts';
import { createComment } from '../comments/operations.ts';
import { Comment, CommentBody } from '../comments/schema.ts';
import { attachLabel, detachLabel, hideUnreadable, labelIsUnclear } from './operations.ts';
import { ChangedBug, LabelReference, TriagePatch } from './schema.ts';

const tags = ['mcp'];
const reading = { auth: 'token', scope: 'read:bugs' } as const;
const writing = { auth: 'token', scope: 'write:bugs' } as const;
const params = IdParams('bug_id');
const response = { 200: ChangedBug };

export function mcpBugRoutes(app: App, context: Context): void {
  routesThatRead(app, context);
  routesThatChange(app, context);
  routesThatLabel(app, context);
}

function routesThatRead(app: App, context: Context): void {
  app.get(
    '/mcp/bugs',
    {
      config: { ...reading, errors: [404] },
      schema: {
        tags,
        operationId: 'mcpListBugs',
        summary: 'List bugs',
        querystring: BugListQuery,
        response: { 200: BugList },
      },
    },
    ({ actor, query }) => listBugs(context, actor, query),
  );

  app.get(
    '/mcp/bugs/:bug_id',
    {
      config: reading,
      schema: {
        tags,
        operationId: 'mcpGetBug',
        summary: 'Read a bug in full',
        params,
        response: { 200: Bug },
      },
    },
    async ({ actor, params }, reply) => sendJsonText(reply, await getBug(context, actor, params.bug_id)),
  );

  app.get(
    '/mcp/bugs/:bug_id/similar',
    {
      config: reading,
      schema: {
        tags,
        operationId: 'mcpFindSimilarBugs',
        summary: 'Find likely duplicates of a bug',
        params,
        response: { 200: SimilarBugs },
      },
    },
    ({ actor, params }) => findSimilarBugs(context, actor, params.bug_id),
  );
}

function routesThatChange(app: App, context: Context): void {
  app.patch(
    '/mcp/bugs/:bug_id',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'mcpUpdateBug',
        summary: 'Change status, severity or title',
        params,
        body: TriagePatch,
        response,
      },
    },
    async ({ actor, mcpToken, params, body: { status, severity, title } }, reply) => {
      const patch = { ...(status && { status }), ...(severity && { severity }), ...(title && { title }) };
      const bug = await updateBug(context, actor, { id: params.bug_id }, patch);
      return sendJsonText(reply, hideUnreadable(mcpToken, bug));
    },
  );

  const shortcuts: { name: string; operationId: string; summary: string; patch: BugPatch }[] = [
    {
      name: 'resolve',
      operationId: 'mcpResolveBug',
      summary: 'Resolve a bug',
      patch: { status: 'resolved' },
    },
    { name: 'spam', operationId: 'mcpMarkSpam', summary: 'Mark a bug as spam', patch: { status: 'spam' } },
    {
      name: 'assign-me',
      operationId: 'mcpAssignToMe',
      summary: "Assign a bug to the token's user",
      patch: { assignee_id: 'me' },
    },
  ];
  for (const { name, operationId, summary, patch } of shortcuts) {
    app.post(
      `/mcp/bugs/:bug_id/${name}`,
      { config: writing, schema: { tags, operationId, summary, params, response } },
      async ({ actor, mcpToken, params }, reply) => {
        const bug = await updateBug(context, actor, { id: params.bug_id }, patch);
        return sendJsonText(reply, hideUnreadable(mcpToken, bug));
      },
    );
  }

  app.post(
    '/mcp/bugs/:bug_id/comments',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'mcpCreateComment',
        summary: 'Comment on a bug',
        params,
        body: CommentBody,
        response: { 201: Comment },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await createComment(context, actor, params.bug_id, body.body)),
  );
}

function routesThatLabel(app: App, context: Context): void {
  app.post(
    '/mcp/bugs/:bug_id/labels',
    {
      config: { ...writing, errors: [labelIsUnclear()] },
      schema: {
        tags,
        operationId: 'mcpAddLabelToBug',
        summary: 'Put a label on a bug',
        params,
        body: LabelReference,
        response,
      },
    },
    async ({ actor, mcpToken, params, body }, reply) => {
      const bug = await attachLabel(context, actor, params.bug_id, body);
      return sendJsonText(reply, hideUnreadable(mcpToken, bug));
    },
  );

  app.delete(
    '/mcp/bugs/:bug_id/labels',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'mcpRemoveLabelFromBug',
        summary: 'Take a label off a bug',
        params,
        querystring: LabelReference,
        response,
      },
    },
    async ({ actor, mcpToken, params, query }, reply) => {
      const bug = await detachLabel(context, actor, params.bug_id, query);
      return sendJsonText(reply, hideUnreadable(mcpToken, bug));
    },
  );
}
