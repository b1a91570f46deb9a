import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Route, Schema } from './document.ts';
import type { Reply } from './send.ts';

/** Returns how a response differs from the document; undefined if it does not. */
export type Judge = (route: Route, reply: Reply) => string | undefined;

const refusal: Record<string, Schema> = { 'application/json': { $ref: '#/components/schemas/ErrorBody' } };

/** Generic errors are not documented per route: unknown paths, too long URLs or headers, and bodies where none is accepted. */
function mayBeRefused({ body, parameters, answers }: Route, status: number): boolean {
  if (status === 431) return true;
  if (status === 404) return parameters.some((each) => each.in === 'path');
  return !body && !answers[415] && [400, 413, 415].includes(status);
}

export function createJudge(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const compiled = new Map<unknown, ValidateFunction>();

  function validatorOf(schema: object): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const validate = ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, validate);
    return validate;
  }

  return (route, { status, headers, text }) => {
    if (status >= 500) return `answered ${status}: ${text}`;
    const documented = { ...(mayBeRefused(route, status) && refusal), ...route.answers[status] };
    if (!(status in route.answers) && !mayBeRefused(route, status))
      return `answered ${status}, which the document does not name: ${text}`;
    const types = Object.keys(documented);
    if (types.length === 0) return text === '' ? undefined : `has a body where there should be none: ${text}`;
    const [type = ''] = headers['content-type']?.split(';') ?? [];
    // Browsers get errors as a page instead of JSON.
    if (type === 'text/html' && Object.values(route.answers).some((each) => 'text/html' in each))
      return undefined;
    const schema = documented[type];
    if (!schema) return `answered ${status} as ${type}, and not as ${types.join(' or ')}`;
    if (type !== 'application/json') return undefined;
    const validate = validatorOf(schema);
    if (validate(JSON.parse(text))) return undefined;
    return `answered ${status} with ${text}, which is not of its schema: ${ajv.errorsText(validate.errors)}`;
  };
}
