import { tellTogether } from './together.ts';

/** What a process tells of itself: families of numbers that have a name, a help text and a type in common. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** What the numbers of several processes on one machine make together. */
  together: Together;
  /** Series in the notation of Prometheus, such as `skep_mails_total{outcome="sent"}`, with their values. */
  values: [series: string, value: number][];
}

/** Numbers of the whole installation are the same in every process, and not added up. */
export type Together = 'sum' | 'largest' | 'smallest';

export interface Counter {
  add(n?: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

/** Its members for each combination of labels. Values of labels must be few: each combination is kept for ever. */
export interface Labelled<Member, Label extends string> {
  of(labels: Record<Label, string>): Member;
}

/** A number that is asked for when somebody wants to know. It goes up and down, unless it is said to be a counter. */
export interface Gauge {
  name: string;
  help: string;
  type?: 'counter' | 'gauge';
  together?: Together;
  values: { labels?: Record<string, string>; value: number }[];
}

export type ReadGauges = () => Gauge[] | Promise<Gauge[]>;

/** The numbers of one process. Counting is an addition: whoever counts often keeps the member, instead of naming its labels. */
export interface Registry {
  counter<L extends string>(name: string, help: string, labels: L[]): Labelled<Counter, L>;
  histogram<L extends string>(
    name: string,
    help: string,
    bounds: number[],
    labels: L[],
  ): Labelled<Histogram, L>;
  /** The same gauge may be told by several, such as each pool of connections, with other labels. */
  gauges(read: ReadGauges): void;
  read(): Promise<Family[]>;
}

export function createRegistry(): Registry {
  const families: (() => Family)[] = [];
  const gauges: ReadGauges[] = [];
  return {
    counter(name, help, labels) {
      const members = createMembers(labels, createCounter);
      families.push(() => ({
        ...{ name, help, type: 'counter', together: 'sum' },
        values: members.flatMap((counter, text) => [[name + inBraces(text), counter.value()]]),
      }));
      return members;
    },
    histogram(name, help, bounds, labels) {
      const members = createMembers(labels, () => createHistogram(bounds));
      families.push(() => ({
        ...{ name, help, type: 'histogram', together: 'sum' },
        values: members.flatMap((histogram, text) => histogram.values(name, text)),
      }));
      return members;
    },
    gauges: (read) => gauges.push(read),
    async read() {
      const read = await Promise.all(gauges.map((one) => one()));
      return tellTogether([[...families.map((one) => one()), ...read.flat().map(toFamily)]]);
    },
  };
}

function createCounter() {
  let value = 0;
  return {
    add(n = 1) {
      value += n;
    },
    value: () => value,
  };
}

function createHistogram(bounds: number[]) {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;
  return {
    observe(value: number) {
      let place = 0;
      while (place < bounds.length && value > (bounds[place] as number)) place++;
      counts[place] = (counts[place] as number) + 1;
      sum += value;
    },
    values(name: string, text: string): Family['values'] {
      let count = 0;
      const buckets = counts.map((inBucket, place): [string, number] => {
        count += inBucket;
        return [`${name}_bucket${inBraces(text, `le="${bounds[place] ?? '+Inf'}"`)}`, count];
      });
      return [...buckets, [`${name}_sum${inBraces(text)}`, sum], [`${name}_count${inBraces(text)}`, count]];
    },
  };
}

/** Members are made when they are first asked for. One without labels is there from the beginning, at zero. */
function createMembers<Member, L extends string>(labels: L[], create: () => Member) {
  const members = new Map<string, Member>();
  if (labels.length === 0) members.set('', create());
  return {
    of(given: Record<L, string>): Member {
      const text = labels.map((label) => `${label}="${escapeValue(given[label])}"`).join();
      const member = members.get(text) ?? create();
      members.set(text, member);
      return member;
    },
    flatMap<T>(turn: (member: Member, text: string) => T[]): T[] {
      return [...members].flatMap(([text, member]) => turn(member, text));
    },
  };
}

function toFamily({ name, help, type = 'gauge', together = 'sum', values }: Gauge): Family {
  const series = values.map(({ labels = {}, value }): [string, number] => {
    const text = Object.entries(labels).map(([label, of]) => `${label}="${escapeValue(of)}"`);
    return [name + inBraces(text.join()), value];
  });
  return { name, help, type, together, values: series };
}

const inBraces = (...parts: string[]) => {
  const text = parts.filter(Boolean).join();
  return text && `{${text}}`;
};

const escapeValue = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
