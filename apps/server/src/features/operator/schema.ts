import Type from 'typebox';

/** What came in this month, of a project, a team or all. */
export const Usage = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`, UTC.' }),
    stored: Type.Integer(),
    dropped_quota: Type.Integer(),
    dropped_blocklist: Type.Integer(),
  },
  {
    title: 'OperatorUsage',
    examples: [{ month: '2026-11', stored: 40, dropped_quota: 0, dropped_blocklist: 2 }],
  },
);

export const searchQuery = (what: string) => ({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'loose-text',
      description: `A part of ${what}, whatever its case.`,
    }),
  ),
});
