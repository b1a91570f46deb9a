import { Ajv, type Options } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { invalidFields } from '../errors.ts';
import { formats } from './formats.ts';
import { describeErrors } from './validation-messages.ts';

const options: Options = { allErrors: true, verbose: true, strict: false, useDefaults: true };

/** Bodies are taken as they are: `"title": 5` is an error, not "5". */
const bodies = withFormats(new Ajv({ ...options, coerceTypes: false }));
/** A query is text; `limit=5` means a number, and one `label_id` a list of one. */
const queries = withFormats(new Ajv({ ...options, coerceTypes: 'array' }));

function withFormats(ajv: Ajv): Ajv {
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test);
  ajv.addFormat('date-time', true);
  return ajv;
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return (params) => ({ value: readIds(schema, params) });
  const validate = (httpPart === 'querystring' ? queries : bodies).compile(schema);
  return (data: unknown) => {
    if (validate(data)) return { value: data };
    return { error: invalidFields(describeErrors(validate.errors ?? [], httpPart ?? 'body')) };
  };
};

/** What is no id becomes 0: it is looked up like any other and not found, after the body has been checked. */
function readIds(schema: TSchema, params: Record<string, string>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const entries = Object.entries(params).map(([name, text]) => {
    if (properties[name]?.type !== 'integer') return [name, text];
    const isId = /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
    return [name, isId ? Number(text) : 0];
  });
  return Object.fromEntries(entries);
}
