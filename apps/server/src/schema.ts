import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/** Not blank, without NUL and lone surrogates. */
export const Text = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength, format: 'text', ...options });

/** May be empty or blank. */
export const LooseText = (maxLength: number, options: { description?: string } = {}) =>
  Type.String({ maxLength, format: 'loose-text', ...options });

export const Email = (options: { description?: string } = {}) =>
  Type.String({ format: 'email', maxLength: 254, ...options });

export const EmailOrEmpty = (maxLength: number, options: { description?: string } = {}) =>
  Type.String({ format: 'email-or-empty', maxLength, ...options });

/** Measured in bytes. */
export const StackTrace = (maxLength: number, options: { description?: string } = {}) =>
  Type.String({ format: 'stack-trace', maxLength, ...options });

export const Id = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options });

export const Timestamp = () => Type.Unsafe<Date>({ type: 'string', format: 'date-time' });

export const OneOf = <const T extends readonly string[]>(values: T, options: { description?: string } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

export const Nullable = <T extends TSchema & { type?: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...('enum' in schema && { enum: [...(schema.enum as unknown[]), null] }),
  });

type ListItem = TSchema & { title?: string; examples?: unknown[] };

export const ListOf = <T extends ListItem>(item: T) =>
  Type.Object(
    { items: Type.Array(item), total: Type.Integer() },
    {
      title: `${item.title}List`,
      examples: [{ items: item.examples ?? [], total: item.examples?.length ?? 0 }],
    },
  );

export const paginationOf = (defaultLimit: number, maximum = defaultLimit) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum,
    default: defaultLimit,
    description: 'Maximum number of items.',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Number of items to skip.',
  }),
});
export const paginationQuery = paginationOf(50, 200);
export interface Pagination {
  limit: number;
  offset: number;
}

export const PagedListOf = <T extends ListItem>(item: T, limit = 50) => {
  const { properties, title, examples } = ListOf(item) as TObject<{
    items: Type.TArray<T>;
    total: Type.TInteger;
  }> & {
    title: string;
    examples: unknown[];
  };
  return Type.Object(
    { ...properties, limit: Type.Integer(), offset: Type.Integer() },
    { title, examples: [{ ...(examples[0] as object), limit, offset: 0 }] },
  );
};

/** Body of a PATCH: all fields optional, at least one required. */
export const PatchOf = <T extends TProperties>(
  fields: T,
  options: { title?: string; examples?: unknown[] } = {},
) =>
  Type.Partial(Type.Object(fields), {
    anyOf: Object.keys(fields).map((field) => ({ required: [field] })),
    ...options,
  });

/** Path parameters. An invalid id becomes 0, which is not found. */
export const IdParams = <const T extends readonly string[]>(...names: T) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Id({ description: describeId(name) })])),
  ) as unknown as TObject<{
    [K in T[number]]: Type.TInteger;
  }>;

function describeId(name: string): string {
  const noun = name.replace(/_id$/, '').replaceAll('_', ' ');
  return `The id of ${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}.`;
}

export const NoContent = Type.Null({ description: 'Success; no body.' });

export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'Human-readable description of the error.' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description: 'Only for 422: the invalid fields.',
      }),
    ),
    request_id: Type.Optional(Type.String({ description: 'Only for 500: id of the request in the log.' })),
  },
  { title: 'ErrorBody' },
);
