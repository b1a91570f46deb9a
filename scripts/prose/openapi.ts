/** Summaries of operations in the generated types of the API. */
export const summariesIn = (types: string): string[] =>
  commentsIn(types)
    .filter(({ next }) => /^(get|put|post|patch|delete): operations/.test(next))
    .map(({ text }) => text.split('\n')[0] ?? '');

/** Descriptions of operations, parameters and fields in the generated types of the API. */
export const descriptionsIn = (types: string): string[] =>
  commentsIn(types).flatMap(({ text }) =>
    [...text.matchAll(/@description ([\s\S]*?)(?=\n@|$)/g)].map(([, description = '']) => description),
  );

/** Comments without asterisks, each with the line after it. */
const commentsIn = (types: string) =>
  [...types.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(.*)/g)].map(([, comment = '', next = '']) => ({
    text: comment.replaceAll(/\n\s*\* ?/g, '\n').trim(),
    next,
  }));
