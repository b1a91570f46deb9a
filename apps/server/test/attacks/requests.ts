import { type ApiDocument, type Place, placesOfIds, putAt, type Route } from './document.ts';
import { type Fixture, idIn, tokenIn } from './fixture.ts';
import type { Attack } from './send.ts';

/** Where an id occurs: path, query or body. */
export interface IdPlace {
  part: 'path' | 'query' | 'body';
  /** The entity name. */
  name: string;
  place: Place;
}

/** Cursors look like ids but identify nothing. */
const cursors = ['before_id'];

/** All ids of a route that could belong to another team. */
export function idPlacesOf(document: ApiDocument, route: Route): IdPlace[] {
  const parameters = route.parameters.flatMap((parameter): IdPlace[] => {
    if (parameter.in === 'header' || cursors.includes(parameter.name)) return [];
    const [place] = placesOfIds(document, parameter.schema);
    return place ? [{ part: parameter.in, name: parameter.name, place: [parameter.name] }] : [];
  });
  const inBody = route.body ? placesOfIds(document, route.body.schema) : [];
  // MCP messages have their own ids. Its tools are tested in tools.test.ts.
  const body = route.auth === 'mcp' ? [] : inBody.map(placeInBody);
  return [...parameters, ...body];
}

const placeInBody = (place: Place): IdPlace => ({
  part: 'body',
  name: String(place.findLast((step) => typeof step === 'string')),
  place,
});

/** Query parameters that a valid request needs. */
const neededQueries: Record<string, string[]> = { 'DELETE /api/v1/mcp/bugs/{bug_id}/labels': ['label_id'] };

export interface Chosen {
  place: IdPlace;
  id: number;
}

let count = 0;

/** A valid request of a fixture, with other ids in some places. */
export function requestOf(route: Route, fixture: Fixture, others: Chosen[] = []): Attack {
  const given = new Map(others.map(({ place, id }) => [`${place.part} ${place.place.join('.')}`, id]));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'token') return tokenIn(fixture, route);
    if (name === 'provider') return 'github';
    return String(given.get(`path ${name}`) ?? idIn(fixture, route, name));
  });
  const queried = others.flatMap(({ place, id }) => (place.part === 'query' ? [[place.name, id]] : []));
  const needed = (neededQueries[route.name] ?? []).map((name) => [name, idIn(fixture, route, name)]);
  const query = Object.entries({ ...Object.fromEntries(needed), ...Object.fromEntries(queried) });
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const body = route.body && bodyOf(route, fixture, others);
  return { method: route.method, path: search ? `${path}?${search}` : path, ...(route.body && { body }) };
}

function bodyOf(route: Route, fixture: Fixture, others: Chosen[]): unknown {
  const places = others.filter(({ place }) => place.part === 'body');
  const [field] = places[0]?.place.place ?? [];
  const { bodies } = fixture;
  const usual = bodies[`${route.name} ${field}`] ?? bodies[route.name] ?? withOwnIds(route, fixture);
  return places.reduce((body: unknown, { place, id }) => putAt(body, place.place, id), usual);
}

/** The documented example with the fixture's ids and unique names. */
function withOwnIds(route: Route, fixture: Fixture): Record<string, unknown> {
  const example = { ...route.body?.example };
  for (const [name, value] of Object.entries(example)) {
    if (name in fixture.ids && typeof value === 'number') example[name] = idIn(fixture, route, name);
    if (['name', 'slug', 'email', 'value'].includes(name) && typeof value === 'string')
      example[name] = value.replace(/^\w/, (first) => `${first}${++count}`);
  }
  return example;
}
