import {
  type BugFilterName,
  type BugGroup,
  type BugSort,
  bugFilter,
  bugFilterNames,
  bugGroups,
  bugSorts,
  maxFilterValues,
  type Status,
  statuses,
} from '@skep/vocabulary';
import type { BugFilter } from '../../store/types.ts';

/**
 * The filter in the URL. Without `status` it means unfinished bugs: open and in progress; `status=any` means every
 * status. So `/` is an inbox that can become empty, and it contains no spam.
 */
export interface Address extends Omit<BugFilter, 'status'> {
  status?: Status[] | 'any';
  group?: BugGroup;
  /** The bug that is open in the panel. */
  bug?: number;
}

/** The default statuses of an inbox. */
export const unfinished: Status[] = ['open', 'in_progress'];

export function isUsual(status: readonly Status[] = []): boolean {
  return status.length === unfinished.length && unfinished.every((one) => status.includes(one));
}

type Read<T> = (value: unknown) => T | undefined;

const id: Read<number> = (value) => {
  const text = String(value);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
};

const text =
  (longest: number): Read<string> =>
  (value) =>
    (typeof value === 'string' || typeof value === 'number') &&
    String(value).trim() !== '' &&
    !String(value).includes('\0')
      ? [...String(value)].slice(0, longest).join('')
      : undefined;

const timeForm = /^(\d{4}-\d\d-\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?Z)?$/;

const time: Read<string> = (value) => {
  const day = typeof value === 'string' ? timeForm.exec(value)?.[1] : undefined;
  const ms = Date.parse(`${day}T00:00Z`);
  // JavaScript parses 30 February as 2 March, but the server rejects it.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T`)
    ? (value as string)
    : undefined;
};

const idOr =
  (words: readonly string[]): Read<number | string> =>
  (value) =>
    words.find((word) => word === value) ?? id(value);

/** Reads enum values, without duplicates and in their canonical order, so that equal filters have equal URLs. */
const someOf =
  <W extends string>(words: readonly W[]): Read<W[]> =>
  (value) => {
    const given = [value].flat();
    const found = words.filter((word) => given.includes(word));
    return found.length > 0 ? found : undefined;
  };

const ids: Read<number[]> = (value) => {
  const found = [value].flat().flatMap((one) => id(one) ?? []);
  const distinct = [...new Set(found)].sort((a, b) => a - b).slice(0, maxFilterValues);
  return distinct.length > 0 ? distinct : undefined;
};

/** Returns the parser of a filter in the URL. Invalid values are ignored. */
function readerOf(name: BugFilterName): Read<unknown> {
  const { type, values = [], maxLength = 0, repeated } = bugFilter(name);
  if (type === 'id') return repeated ? ids : idOr(values);
  if (type === 'enum') return someOf(values);
  return type === 'time' ? time : text(maxLength);
}

const readers = new Map(bugFilterNames.map((name) => [name, readerOf(name)]));

/** The sort order of a grouped list, which must keep the rows of a severity or of a day together. */
export function sortFor(group: BugGroup | undefined, sort: BugSort | undefined): BugSort | undefined {
  if (group === 'severity') return 'severity';
  return group === 'day' && sort === 'severity' ? undefined : sort;
}

export function readAddress(params: Record<string, unknown>): Address {
  const address: Record<string, unknown> = {};
  for (const [name, read] of readers) {
    const value = Object.hasOwn(params, name) ? read(params[name]) : undefined;
    if (value !== undefined) address[name] = value;
  }
  const status = params.status === 'any' ? 'any' : someOf<Status>(statuses)(params.status);
  if (status !== undefined) address.status = status;
  else delete address.status;
  const group = bugGroups.find((one) => one === params.group);
  if (group !== undefined) address.group = group;
  const sort = sortFor(
    group,
    bugSorts.find((one) => one === params.sort),
  );
  if (sort !== undefined && sort !== 'newest') address.sort = sort;
  const bug = id(params.bug);
  if (bug !== undefined) address.bug = bug;
  return address as Address;
}

/** The filter of an inbox URL. */
export function filterAt({ bug: _bug, group: _group, status, ...rest }: Address): BugFilter {
  const wanted = status ?? unfinished;
  return wanted === 'any' || wanted.length === statuses.length ? rest : { ...rest, status: wanted };
}

/** The inbox URL of a filter. */
export function addressOf({ status, ...rest }: BugFilter): Address {
  if (!status?.length) return { ...rest, status: 'any' };
  return isUsual(status) ? rest : { ...rest, status: [...status] };
}
