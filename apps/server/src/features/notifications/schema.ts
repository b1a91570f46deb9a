import Type from 'typebox';

export const MuteParams = Type.Object({ token: Type.String({ description: 'The end of a mailed link.' }) });

export const MutePage = {
  description: 'A page',
  content: { 'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } } },
};
