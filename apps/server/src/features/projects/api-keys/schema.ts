import Type from 'typebox';
import { Id, ListOf, Nullable, Text, Timestamp } from '../../../schema.ts';

const keyFields = {
  id: Id(),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The beginning of the key, to tell it from others.' }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
};

const exampleKey = {
  id: 8,
  name: 'CI',
  key_prefix: 'sk_a81c23ef',
  created_at: '2026-11-15T09:00:00.000Z',
  last_used_at: null,
};

export const ApiKey = Type.Object(keyFields, { title: 'ApiKey', examples: [exampleKey] });
export const ApiKeyList = ListOf(ApiKey);

export const CreatedApiKey = Type.Object(
  { ...keyFields, api_key: Type.String({ description: 'The key itself, shown this once.' }) },
  { title: 'CreatedApiKey', examples: [{ ...exampleKey, api_key: 'sk_a81c23ef…' }] },
);

export const ApiKeyName = Type.Object(
  { name: Text(200) },
  { title: 'ApiKeyName', examples: [{ name: 'CI' }] },
);
