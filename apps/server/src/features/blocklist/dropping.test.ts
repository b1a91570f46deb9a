import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { expectNotFound } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const otherNode = await startNode(database);
const { api, ...person } = await aPerson(node);

type Fields = Record<string, unknown>;
type Rule = { kind: string; value: string };

async function aPlace() {
  const project = await aProject({ api, ...person });
  const path = `/api/v1/projects/${project.id}`;
  return {
    sender: aSender(node, project),
    otherSender: aSender(otherNode, project),
    addRule: async (rule: Rule) => (await api.post(`${path}/blocklist`, rule)).body,
    removeRule: (id: number) => api.delete(`${path}/blocklist/${id}`),
    rules: async () => (await api.get(`${path}/blocklist`)).body.items,
    usage: async () => (await api.get(path)).body.usage,
  };
}

async function isStored(sender: Client, report: Fields = {}, headers: Record<string, string> = {}) {
  const sent = await sender.post('/api/v1/bugs', aReport(report), headers);
  expect(sent.status, sent.text).toBe(201);
  const read = await api.get(`/api/v1/bugs/${sent.body.id}`);
  if (read.status !== 200) expectNotFound(read);
  return read.status === 200;
}

describe('a report is dropped, and counted, by a rule about its', () => {
  it.each<[Rule, Fields, Record<string, string>]>([
    [{ kind: 'keyword', value: 'cASINO' }, { title: 'Best Casino' }, {}],
    [{ kind: 'keyword', value: 'cASINO' }, { description: 'Best Casino' }, {}],
    [{ kind: 'email', value: '@example.com' }, { reporter_email: 'Spam@Example.com' }, {}],
    [{ kind: 'user_agent', value: 'badbot' }, { user_agent: 'BadBot/1.0' }, { 'user-agent': 'Mozilla/5.0' }],
    [{ kind: 'user_agent', value: 'badbot' }, { user_agent: 'Mozilla/5.0' }, { 'user-agent': 'BadBot/1.0' }],
    [{ kind: 'user_agent', value: 'badbot' }, {}, { 'user-agent': 'BadBot/1.0' }],
    [{ kind: 'ip', value: '203.0.113.0/24' }, {}, { 'x-forwarded-for': '203.0.113.9' }],
    [{ kind: 'ip', value: '203.0.113.9' }, {}, { 'x-forwarded-for': '::ffff:203.0.113.9, 10.0.0.1' }],
    [{ kind: 'ip', value: '2001:db8::/32' }, {}, { 'x-forwarded-for': '[2001:DB8::1]:443' }],
  ])('%j', async (rule, report, headers) => {
    const place = await aPlace();
    const { id } = await place.addRule(rule);
    expect(await isStored(place.sender, report, headers)).toBe(false);
    expect(await isStored(place.sender)).toBe(true);
    expect(await place.rules()).toMatchObject([{ id, match_count: 1 }]);
    expect(await place.usage()).toMatchObject({ stored: 1, dropped_blocklist: 1, dropped_quota: 0 });
  });

  it('IPv6 address, and by that alone, although limits count its whole network', async () => {
    const { sender, addRule } = await aPlace();
    await addRule({ kind: 'ip', value: '2001:db8:7::1' });
    expect(await isStored(sender, {}, { 'x-forwarded-for': '2001:db8:7::2' })).toBe(true);
    expect(await isStored(sender, {}, { 'x-forwarded-for': '2001:db8:7::1' })).toBe(false);
  });
});

it('soon holds on every node, and so does its removal', async () => {
  const { sender, otherSender, addRule, removeRule } = await aPlace();
  const often = { interval: 100 };
  for (const one of [sender, otherSender]) expect(await isStored(one)).toBe(true);
  const { id } = await addRule({ kind: 'keyword', value: 'nothing happens' });
  for (const one of [sender, otherSender]) await expect.poll(() => isStored(one), often).toBe(false);
  await removeRule(id);
  for (const one of [sender, otherSender]) await expect.poll(() => isStored(one), often).toBe(true);
});
