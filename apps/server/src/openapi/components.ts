type Json = { [key: string]: unknown };

/** Moves schemas with a title to `components`, and refers to them elsewhere: generated clients take their types from there. */
export function nameComponents<T extends { components?: object | undefined }>(document: T): T {
  const schemas: Json = {};
  const paths = hoist((document as { paths?: unknown }).paths, schemas);
  return { ...document, paths, components: { ...document.components, schemas } };
}

function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => hoist(entry, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const inner: Json = Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, hoist(entry, schemas)]),
  );
  if (typeof inner.title !== 'string' || inner.type === undefined) return inner;
  // A description says what the schema means in this one place, where the response has copied it already.
  const { title, description, ...schema } = inner;
  schemas[inner.title] = { title, ...schema };
  return { $ref: `#/components/schemas/${inner.title}` };
}
