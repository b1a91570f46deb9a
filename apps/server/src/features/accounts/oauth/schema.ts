import Type from 'typebox';

export const ProviderParams = Type.Object({
  provider: Type.String({ description: '`google` or `github`.' }),
});

export const Providers = Type.Object(
  { providers: Type.Array(Type.String()) },
  { examples: [{ providers: ['github'] }] },
);

export const CallbackQuery = Type.Object({
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

export const Redirect = Type.Null({ description: 'Redirects; no body.' });
