import Type from 'typebox';

export const UndoResult = Type.Object(
  {
    affected: Type.Integer({ description: 'How many bugs have again what they had before.' }),
    skipped: Type.Integer({
      description:
        'How many of those that the batch had changed stay as they are: they have been changed or deleted since, or what ' +
        'they had is gone.',
    }),
  },
  { title: 'UndoResult', examples: [{ affected: 2, skipped: 0 }] },
);
