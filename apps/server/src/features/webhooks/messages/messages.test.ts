import { describe, expect, it } from 'vitest';
import { bees } from '../../../../test/samples.ts';
import { type EventBody, transformBody } from './chat.ts';

const baseUrl = 'https://bugs.example.com';

const bug: EventBody['bug'] = {
  id: 412,
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  status: 'open',
  severity: 'high',
  environment: null,
  app_version: null,
  url: null,
  reporter_email: null,
  assignee: null,
  labels: [],
};

function anEvent(values: Partial<EventBody> = {}, ofBug: Partial<EventBody['bug']> = {}): string {
  const event: EventBody = {
    type: 'bug.created',
    created_at: '2026-11-15T09:00:00.000Z',
    project: { name: 'Website' },
    bug: { ...bug, ...ofBug },
    via: 'api',
    ...values,
  };
  return JSON.stringify(event);
}

const slack = (event: string) => JSON.parse(transformBody('slack', event, baseUrl));
const discord = (event: string) => JSON.parse(transformBody('discord', event, baseUrl));

/** Every string in a message with its path. */
function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

const attack = [
  '<!channel> <!here> <!everyone> <@U024BE7LH> <#C123> <!subteam^S1>',
  '<https://evil.example|https://bugs.example.com> &lt;!channel&gt; &amp;',
  '[https://bugs.example.com](https://evil.example) [x]: https://evil.example',
  '@everyone @here <@1> <@&1> <#1> <t:0:R> <a:bee:1> </apps:1> :bee:',
  '*b* _i_ ~s~ `c` ```block``` **b** __u__ ~~s~~ ||spoiler||',
  '# h\n## h\n-# small\n> q\n>>> q\n- l\n* l\n1. l\n\\* \\\\',
].join('\n');

/** The longest text, in which every character is markup or takes two UTF-16 code units. */
const long = `${attack}${bees(10_000)}`.slice(0, 10_000) + bees(3);
const hostile = anEvent(
  { project: { name: attack }, actor: { name: attack } },
  {
    title: `${attack}${bees(500)}`,
    description: long,
    environment: attack,
    app_version: attack,
    url: `https://evil.example/${attack}`,
    reporter_email: 'a@b.example',
    assignee: { name: attack },
    labels: [{ id: 1, name: attack }],
  },
);

describe('a message for Slack', () => {
  it('says what happened, in text and blocks', () => {
    expect(slack(anEvent())).toEqual({
      text: 'New bug in Website: Checkout button does nothing',
      mrkdwn: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: bug.title, emoji: false } },
        { type: 'context', elements: [{ type: 'plain_text', text: 'New bug in Website', emoji: false }] },
        { type: 'section', text: { type: 'plain_text', text: bug.description, emoji: false } },
        {
          type: 'section',
          fields: [
            { type: 'plain_text', text: 'Status\nopen', emoji: false },
            { type: 'plain_text', text: 'Severity\nhigh', emoji: false },
          ],
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '<https://bugs.example.com/bugs/412|Bug 412 in Skep>',
            verbatim: true,
          },
        },
      ],
    });
  });

  it('stays within the limits, whatever was written', () => {
    const { text, blocks } = slack(hostile);
    const [header, context, body, facts] = blocks;
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(header.text.text.length).toBeLessThanOrEqual(150);
    expect(context.elements[0].text.length).toBeLessThanOrEqual(2_000);
    expect(body.text.text.length).toBeLessThanOrEqual(3_000);
    expect(body.text.text.length).toBeGreaterThan(2_990);
    expect(facts.fields.length).toBeLessThanOrEqual(10);
    for (const field of facts.fields) expect(field.text.length).toBeLessThanOrEqual(2_000);
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const [path, string] of textsIn({ text, blocks })) expect(string.isWellFormed(), path).toBe(true);
  });

  it('mentions nobody and has no link but its own', () => {
    const texts = textsIn(slack(hostile)).filter(([path]) => !path.startsWith('.blocks.4.'));
    for (const [path, text] of texts) {
      expect(text, path).not.toMatch(/[<>]/);
      expect(text.replaceAll(/&(amp|lt|gt);/g, ''), path).not.toContain('&');
    }
  });

  it('formats nothing that people wrote', () => {
    const message = slack(hostile);
    const formatted = textsIn(message).filter(([, text]) => text === 'mrkdwn');
    expect(formatted).toEqual([['.blocks.4.text.type', 'mrkdwn']]);
    expect(message.mrkdwn).toBe(false);
  });

  it('cuts neither a character nor its escape', () => {
    const { blocks } = slack(anEvent({}, { title: `${'a'.repeat(144)}<<<`, description: `a${bees(3_000)}` }));
    expect(blocks[0].text.text).toBe(`${'a'.repeat(144)}&lt;…`);
    expect(blocks[2].text.text).toBe(`a${bees(1_499)}…`);
    const whole = slack(anEvent({}, { title: `${'a'.repeat(146)}<` }));
    expect(whole.blocks[0].text.text).toBe(`${'a'.repeat(146)}&lt;`);
  });
});

describe('a message for Discord', () => {
  it('says what happened, in one embed', () => {
    expect(discord(anEvent())).toEqual({
      embeds: [
        {
          author: { name: 'New bug in Website' },
          title: bug.title,
          url: 'https://bugs.example.com/bugs/412',
          description: 'I press \\"Pay\\" and nothing happens\\.',
          color: expect.any(Number),
          fields: [
            { name: 'Status', value: 'open', inline: true },
            { name: 'Severity', value: 'high', inline: true },
          ],
          timestamp: '2026-11-15T09:00:00.000Z',
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('stays within the limits, whatever was written', () => {
    const [{ author, title, description, fields }] = discord(hostile).embeds;
    expect(author.name.length).toBeLessThanOrEqual(256);
    expect(title.length).toBeLessThanOrEqual(256);
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(description.length).toBeGreaterThan(3_990);
    expect(fields.length).toBeLessThanOrEqual(25);
    const counted = [author.name, title, description];
    for (const { name, value } of fields) {
      expect(value.length).toBeLessThanOrEqual(1_024);
      counted.push(name, value);
    }
    expect(counted.join('').length).toBeLessThanOrEqual(6_000);
    for (const text of counted) expect(text.isWellFormed()).toBe(true);
  });

  it('mentions nobody, formats nothing, and has no link but its own', () => {
    const message = discord(hostile);
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message).not.toHaveProperty('content');
    const [{ author, title, description, fields }] = message.embeds;
    const values = fields.map(({ value }: { value: string }) => value);
    for (const text of [title, description, ...values])
      expect(text.replaceAll(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
    for (const text of [author.name, title, description, ...values])
      expect(text).not.toMatch(/@(everyone|here|\d|&)/);
  });

  it('cuts neither a character nor its escape', () => {
    const { embeds } = discord(
      anEvent({}, { title: `${'a'.repeat(253)}***`, description: `a${bees(4_000)}` }),
    );
    expect(embeds[0].title).toBe(`${'a'.repeat(253)}\\*…`);
    expect(embeds[0].description).toBe(`a${bees(1_999)}…`);
  });
});

describe('the words', () => {
  const wordsOf = (event: string) => {
    const [, context, body] = slack(event).blocks;
    return [context.elements[0].text, body.text.text];
  };

  it('of a change name who changed what', () => {
    const changes = {
      status: { from: 'open', to: 'resolved' },
      assignee: { from: null, to: { id: 1, name: 'Grace' } },
      duplicate_of_id: { from: 7, to: null },
      labels: { added: [{ id: 3, name: 'ui' }], removed: [{ id: 4, name: 'api' }] },
    };
    const event = { type: 'bug.updated', actor: { name: 'Ada' }, via: 'dashboard', changes };
    expect(wordsOf(anEvent(event))).toEqual([
      'Ada changed a bug in Website',
      'Status: open → resolved\nAssignee: none → Grace\nDuplicate of: 7 → none\nLabel added: ui\nLabel removed: api',
    ]);
  });

  it('of a comment are the comment', () => {
    const event = {
      type: 'bug.commented',
      actor: { name: 'Ada' },
      via: 'mcp',
      comment: { body: 'Seen.\nToo.' },
    };
    expect(wordsOf(anEvent(event))).toEqual(['Ada (via MCP) commented on a bug in Website', 'Seen.\nToo.']);
  });

  it('stay in their direction, and are never empty', () => {
    const [, text] = wordsOf(anEvent({}, { description: '\u202e\u2066\u0007' }));
    expect(text).toBe('–');
    const { blocks } = slack(anEvent({}, { title: 'a\r\n\u2028b\u202ec' }));
    expect(blocks[0].text.text).toBe('a bc');
  });
});
