import Type from 'typebox';
import { signupPolicies } from '../../../config.ts';
import { OneOf } from '../../../schema.ts';

export const ProviderParams = Type.Object({
  provider: Type.String({ description: '`google` or `github`.' }),
});

export const Providers = Type.Object(
  {
    providers: Type.Array(Type.String()),
    signup: OneOf(signupPolicies, {
      description:
        'Who may make an account: everybody, whoever is invited, or nobody. `open` as long as there is no account at all.',
    }),
    email_enabled: Type.Boolean({
      description:
        'Whether this installation sends email. Where it does not, invitations have links to copy.',
    }),
  },
  { title: 'SignInProviders', examples: [{ providers: ['github'], signup: 'open', email_enabled: true }] },
);

export const CallbackQuery = Type.Object({
  code: Type.Optional(
    Type.String({ description: 'From the provider: stands for the profile of the person.' }),
  ),
  state: Type.Optional(Type.String({ description: 'As it was sent to the provider.' })),
  error: Type.Optional(Type.String({ description: 'From the provider, when it refuses.' })),
});

export const Redirect = Type.Null({ description: 'Redirects; no body.' });
