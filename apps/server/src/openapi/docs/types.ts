import { Html, html } from '../../html.ts';

/** The parts of a JSON schema that the documentation shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Row {
  field: string;
  type: Html;
  isRequired: boolean;
  description: string;
}

/** The type in a few words. References link to the named type. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (schema.anyOf) return joined(schema.anyOf.map(typeOf));
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return joined(schema.enum.map((value) => html`${JSON.stringify(value)}`));
  if (schema.items) return html`array of ${typeOf(schema.items)}`;
  const names = [schema.type ?? 'any'].flat().map((name) => html`${name}`);
  return html`${joined(names)}${schema.maxLength ? ` of at most ${schema.maxLength} characters` : ''}`;
}

const joined = (parts: Html[]) => new Html(parts.map(({ text }) => text).join(' or '));

/** One row for each field, those of nested objects included. */
export function typeRows(schema: Schema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = prefix + name;
    const nested = property.items?.properties ? property.items : property;
    return [
      {
        field,
        type: typeOf(property),
        isRequired: schema.required?.includes(name) ?? false,
        description: property.description ?? '',
      },
      ...typeRows(nested, nested === property ? `${field}.` : `${field}[].`),
    ];
  });
}
