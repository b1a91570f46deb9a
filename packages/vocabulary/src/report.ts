import type { Severity } from './severity.ts';

interface Field {
  /** What the service finds out itself, so that reports do not have it. */
  isDerived?: true;
  /** How the field's text is checked. A severity is one of the severities instead, and `extra` is any JSON object. */
  format?: 'text' | 'loose-text' | 'email-or-empty' | 'stack-trace';
  /** The longest length in characters, or in bytes of UTF-8 for stack traces and `extra`, which are kept verbatim. */
  most?: number;
  /** Whether a report may leave the field out, or send an empty text; both are stored as null. */
  isNullable: boolean;
  /** Where the field appears apart from the answer about a single bug, which has every field. */
  alsoIn: readonly Appearance[];
  /** Tells those who send reports what the field is for. */
  description?: string;
}

type Appearance = 'list' | 'csv' | 'search';

/**
 * Everything that a report can say, in the order in which it is stored and shown. What is sent, stored, shown, listed,
 * exported, searched and given to assistants follows from this table.
 */
export const reportFields = {
  title: { format: 'text', most: 500, isNullable: false, alsoIn: ['list', 'csv', 'search'] },
  description: { format: 'text', most: 10_000, isNullable: false, alsoIn: ['csv', 'search'] },
  severity: { isNullable: false, alsoIn: ['list', 'csv'], description: '`medium` when it is left out.' },
  environment: { format: 'loose-text', most: 1_000, isNullable: true, alsoIn: ['list', 'csv'] },
  app_version: { format: 'loose-text', most: 1_000, isNullable: true, alsoIn: ['list', 'csv'] },
  stack_trace: {
    format: 'stack-trace',
    most: 51_200,
    isNullable: true,
    alsoIn: ['search'],
    description: 'At most 51,200 bytes of UTF-8; stored as given.',
  },
  url: {
    format: 'loose-text',
    most: 8_192,
    isNullable: true,
    alsoIn: ['list', 'csv', 'search'],
    description: 'The page that the report came from.',
  },
  user_agent: {
    format: 'loose-text',
    most: 2_000,
    isNullable: true,
    alsoIn: ['list', 'csv'],
    description: "The request's User-Agent header when it is left out.",
  },
  browser: {
    isDerived: true,
    isNullable: true,
    alsoIn: ['list'],
    description: 'The browser that the user agent names, such as `Firefox`.',
  },
  os: {
    isDerived: true,
    isNullable: true,
    alsoIn: ['list'],
    description: 'The operating system that the user agent names, such as `Windows` or `iOS`.',
  },
  reporter_email: {
    format: 'email-or-empty',
    most: 254,
    isNullable: true,
    alsoIn: ['list', 'csv', 'search'],
  },
  reporter_identifier: {
    format: 'loose-text',
    most: 1_000,
    isNullable: true,
    alsoIn: ['list', 'csv', 'search'],
  },
  extra: {
    most: 65_536,
    isNullable: true,
    alsoIn: [],
    description: 'Any JSON object of up to 64 KiB and 100 levels, kept verbatim.',
  },
} as const satisfies Record<string, Field>;

type Fields = typeof reportFields;
export type ReportField = keyof Fields;

/** A report as it is kept; `extra` is the JSON that was sent. */
export type Report = {
  [Name in ReportField]:
    | (Name extends 'severity' ? Severity : string)
    | (Fields[Name]['isNullable'] extends true ? null : never);
};

type FieldIn<P extends Appearance> = {
  [Name in ReportField]: P extends Fields[Name]['alsoIn'][number] ? Name : never;
}[ReportField];

type OptionalText = {
  [Name in ReportField]: Fields[Name] extends { format: string; isNullable: true } ? Name : never;
}[ReportField];

export const allReportFields = Object.keys(reportFields) as ReportField[];

export type DerivedField = {
  [Name in ReportField]: Fields[Name] extends { isDerived: true } ? Name : never;
}[ReportField];

/** The fields that follow from what a report says. They are texts or null. */
export const derivedFields = allReportFields.filter((name): name is DerivedField => {
  const { isDerived }: Field = reportFields[name];
  return isDerived === true;
});

/** The fields that are a text or null wherever they appear, which most are. */
export const optionalTexts = allReportFields.filter((name): name is OptionalText => {
  const { format, isNullable }: Field = reportFields[name];
  return format !== undefined && isNullable;
});

export function fieldsIn<P extends Appearance>(place: P): FieldIn<P>[] {
  return allReportFields.filter((name): name is FieldIn<P> => isIn(place, name));
}

export function fieldsNotIn<P extends Appearance>(place: P): Exclude<ReportField, FieldIn<P>>[] {
  return allReportFields.filter((name): name is Exclude<ReportField, FieldIn<P>> => !isIn(place, name));
}

function isIn(place: Appearance, name: ReportField): boolean {
  const { alsoIn }: Field = reportFields[name];
  return alsoIn.includes(place);
}

/** Makes an object with a value for each of these fields. */
export function forFields<Name extends ReportField, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** A copy of the object without these fields. */
export function withoutFields<T extends object, Name extends ReportField>(
  whole: T,
  names: readonly Name[],
): Omit<T, Name> {
  const unwanted = new Set<string>(names);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !unwanted.has(name))) as Omit<T, Name>;
}
