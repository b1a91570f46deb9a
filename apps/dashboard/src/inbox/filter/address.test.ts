import { severities, statuses } from '@skep/vocabulary';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';
import { addressOf, filterAt, readAddress, unfinished } from './address.ts';
import { parseQuery, writeQuery } from './query-string.ts';
import { fromView, groupOfView, toView } from './saved.ts';

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const word = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((text) => text.trim() !== '');
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const time = day.chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)));

/** Any filter that one can put together. */
const filters = fc
  .record(
    {
      team_id: id,
      project_id: id,
      status: fc.subarray([...statuses], { minLength: 1, maxLength: statuses.length - 1 }),
      severity: fc.subarray([...severities], { minLength: 1 }),
      label_id: fc.uniqueArray(id, { minLength: 1, maxLength: 20 }),
      assignee_id: fc.oneof(id, fc.constantFrom('me' as const, 'none' as const)),
      search: word,
      duplicate_of_id: fc.oneof(id, fc.constantFrom('none' as const, 'any' as const)),
      created_after: time,
      created_before: time,
      reporter: word,
      environment: word,
      app_version: word,
      sort: fc.constantFrom('oldest' as const, 'updated' as const, 'severity' as const),
    },
    { requiredKeys: [] },
  )
  .map((filter) => filter as BugFilter);

const throughTheAddress = (filter: BugFilter) =>
  filterAt(readAddress(parseQuery(writeQuery({ ...addressOf(filter) }))));

test('every filter survives being an address', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(canonical(throughTheAddress(filter))).toEqual(canonical(filter));
    }),
  );
});

test('every filter survives being a saved view, but for its team, which it belongs to', () => {
  fc.assert(
    fc.property(filters, id, (filter, team) => {
      expect(canonical(fromView(team, toView(filter, 'day')))).toEqual(
        canonical({ ...filter, team_id: team }),
      );
    }),
  );
});

test('whatever stands in an address, reading it gives a filter that the API takes', () => {
  const anything = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 }));
  const names = fc.constantFrom(
    'status',
    'severity',
    'label_id',
    'created_after',
    'search',
    'bug',
    '__proto__',
    'x',
  );
  fc.assert(
    fc.property(fc.dictionary(names, anything), (params) => {
      const address = readAddress(parseQuery(writeQuery(params)));
      expect(Object.getPrototypeOf(address)).toBe(Object.prototype);
      expect(readAddress(parseQuery(writeQuery({ ...address })))).toEqual(address);
      for (const one of filterAt(address).status ?? []) expect(statuses).toContain(one);
    }),
  );
});

test('an address without a status lists what still has to be done, and `any` lists everything', () => {
  expect(filterAt(readAddress({}))).toEqual({ status: unfinished });
  expect(filterAt(readAddress({ status: 'any' }))).toEqual({});
  expect(addressOf({ status: ['in_progress', 'open'] })).toEqual({});
  expect(addressOf({ project_id: 3 })).toEqual({ project_id: 3, status: 'any' });
});

test('values that the service refuses are dropped from an address', () => {
  const bad = [
    'status=nonsense',
    'status=',
    'severity=huge',
    'label_id=abc',
    'project_id=0',
    'assignee_id=-1',
    'duplicate_of_id=9007199254740993',
    'created_after=2026-02-30',
    'created_after=2026-13-01',
    'created_before=2026-01-01T24:00Z',
    'created_before=2026-01-01T:Z',
    'search=%00',
    'reporter=',
    'bug=1e3',
  ];
  for (const query of bad) expect(readAddress(parseQuery(query)), query).toEqual({});
  expect(readAddress(parseQuery('status=nonsense&status=spam&label_id=abc&label_id=7'))).toEqual({
    status: ['spam'],
    label_id: [7],
  });
});

test('a grouping stands in the address, brings the order that it needs, and is no part of the filter', () => {
  expect(readAddress({ group: 'severity' })).toEqual({ group: 'severity', sort: 'severity' });
  expect(readAddress({ group: 'severity', sort: 'oldest' }).sort).toBe('severity');
  expect(readAddress({ group: 'day', sort: 'severity' })).toEqual({ group: 'day' });
  expect(readAddress({ group: 'day', sort: 'updated' })).toEqual({ group: 'day', sort: 'updated' });
  expect(readAddress({ group: 'project', sort: 'oldest' })).toEqual({ group: 'project', sort: 'oldest' });
  expect(readAddress({ group: 'nonsense' })).toEqual({});
  expect(filterAt({ group: 'status', sort: 'oldest' })).toEqual({ sort: 'oldest', status: unfinished });
  expect(groupOfView(toView({}, 'assignee'))).toBe('assignee');
  expect(groupOfView(toView({}, undefined))).toBeUndefined();
});
