import { ruleKinds } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, LooseText, Nullable, OneOf, PagedListOf, paginationOf, Text, Timestamp } from '../../schema.ts';
import { BugListItem } from '../bugs/read.ts';

export const BlocklistRule = Type.Object(
  {
    id: Id(),
    project_id: Id(),
    kind: OneOf(ruleKinds),
    value: Type.String(),
    reason: Nullable(Type.String()),
    match_count: Type.Integer({ description: 'Number of reports dropped by the rule.' }),
    created_at: Timestamp(),
  },
  {
    title: 'BlocklistRule',
    examples: [
      {
        id: 17,
        project_id: 3,
        kind: 'email',
        value: '@example.com',
        reason: 'Advertisements',
        match_count: 5,
        created_at: '2026-11-15T09:00:00.000Z',
      },
    ],
  },
);
export const rulesPerPage = 1_000;
export const RuleList = PagedListOf(BlocklistRule, rulesPerPage);
export const RulesQuery = Type.Object(paginationOf(rulesPerPage));

const condition = {
  kind: OneOf(ruleKinds),
  value: Text(500, {
    description:
      'Case-insensitive. `email`: an address, or `@` and a domain. `ip`: an IP address or CIDR block. ' +
      '`user_agent`: part of the user agent. `keyword`: part of the title or description.',
  }),
};

export const NewRule = Type.Object(
  { ...condition, reason: Type.Optional(Nullable(LooseText(500))) },
  {
    title: 'NewBlocklistRule',
    examples: [{ kind: 'email', value: '@example.com', reason: 'Advertisements' }],
  },
);
export type NewRule = Static<typeof NewRule>;

export const RuleToTry = Type.Object(condition, {
  title: 'BlocklistRuleToTry',
  examples: [{ kind: 'keyword', value: 'casino' }],
});
export type RuleToTry = Static<typeof RuleToTry>;

export const RulePreview = Type.Object(
  {
    matched: Type.Integer({ description: 'Number of reports the rule would have dropped.' }),
    checked: Type.Integer({
      description:
        'Number of stored reports checked, newest first, at most 1,000. 0 for `ip`, because IP addresses are not stored.',
    }),
    sample: Type.Array(BugListItem, { description: 'The newest matching reports.' }),
  },
  { title: 'BlocklistPreview', examples: [{ matched: 0, checked: 1000, sample: [] }] },
);
export type RulePreview = Static<typeof RulePreview>;
