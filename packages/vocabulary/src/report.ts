import type { Severity } from './enums.ts';

interface Field {
  /** The server derives the field; reports do not contain it. */
  isDerived?: true;
  /** Validation of the text. `severity` is an enum and `extra` any JSON object, so they have none. */
  format?: 'text' | 'loose-text' | 'email-or-empty' | 'stack-trace';
  /** In characters; in UTF-8 bytes for `stack_trace` and `extra`, which are stored verbatim. */
  maxLength?: number;
  /** Other fields may be missing or empty; both are stored as null. */
  isRequired?: true;
  /** Where the field appears besides the response for a single bug, which has every field. */
  alsoIn: readonly Appearance[];
  /** Published in the OpenAPI document. */
  description?: string;
}

type Appearance = 'list' | 'csv' | 'search';

/**
 * All fields of a report, in the order in which they are stored and shown. Requests, columns, responses, lists, exports,
 * search and MCP tools derive from this table.
 */
export const reportFields = {
  title: { format: 'text', maxLength: 500, isRequired: true, alsoIn: ['list', 'csv', 'search'] },
  description: { format: 'text', maxLength: 10_000, isRequired: true, alsoIn: ['csv', 'search'] },
  severity: { isRequired: true, alsoIn: ['list', 'csv'], description: 'Defaults to `medium`.' },
  environment: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv'] },
  app_version: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv'] },
  stack_trace: {
    format: 'stack-trace',
    maxLength: 51_200,
    alsoIn: ['search'],
    description: 'At most 51,200 bytes of UTF-8, stored verbatim.',
  },
  url: {
    format: 'loose-text',
    maxLength: 8_192,
    alsoIn: ['list', 'csv', 'search'],
    description: 'URL of the page that the report was sent from.',
  },
  user_agent: {
    format: 'loose-text',
    maxLength: 2_000,
    alsoIn: ['list', 'csv'],
    description: "Defaults to the request's `User-Agent` header.",
  },
  browser: {
    isDerived: true,
    alsoIn: ['list'],
    description: 'Browser derived from the user agent, such as `Firefox`.',
  },
  os: {
    isDerived: true,
    alsoIn: ['list'],
    description: 'Operating system derived from the user agent, such as `Windows` or `iOS`.',
  },
  reporter_email: { format: 'email-or-empty', maxLength: 254, alsoIn: ['list', 'csv', 'search'] },
  reporter_identifier: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv', 'search'] },
  extra: {
    maxLength: 65_536,
    alsoIn: [],
    description: 'Any JSON object up to 64 KiB and 100 levels deep, stored verbatim.',
  },
} as const satisfies Record<string, Field>;

type Fields = typeof reportFields;
export type ReportField = keyof Fields;

/** A stored report; `extra` is JSON text. */
export type Report = {
  [Name in ReportField]:
    | (Name extends 'severity' ? Severity : string)
    | (Fields[Name] extends { isRequired: true } ? never : null);
};

type FieldIn<P extends Appearance> = {
  [Name in ReportField]: P extends Fields[Name]['alsoIn'][number] ? Name : never;
}[ReportField];

type FieldWith<Shape> = {
  [Name in ReportField]: Fields[Name] extends Shape ? Name : never;
}[ReportField];

type OptionalText = Exclude<FieldWith<{ format: string }>, FieldWith<{ isRequired: true }>>;
export type DerivedField = FieldWith<{ isDerived: true }>;

export const allReportFields = Object.keys(reportFields) as ReportField[];

export const derivedFields = allReportFields.filter((name): name is DerivedField => {
  const { isDerived }: Field = reportFields[name];
  return isDerived === true;
});

/** Fields that are a string or null everywhere. */
export const optionalTexts = allReportFields.filter((name): name is OptionalText => {
  const { format, isRequired }: Field = reportFields[name];
  return format !== undefined && !isRequired;
});

export const fieldsIn = <P extends Appearance>(place: P) =>
  allReportFields.filter((name): name is FieldIn<P> => isIn(place, name));

export const fieldsNotIn = <P extends Appearance>(place: P) =>
  allReportFields.filter((name): name is Exclude<ReportField, FieldIn<P>> => !isIn(place, name));

function isIn(place: Appearance, name: ReportField): boolean {
  const { alsoIn }: Field = reportFields[name];
  return alsoIn.includes(place);
}

export function forFields<Name extends ReportField, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

export function withoutFields<T extends object, Name extends ReportField>(
  whole: T,
  names: readonly Name[],
): Omit<T, Name> {
  const unwanted = new Set<string>(names);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !unwanted.has(name))) as Omit<T, Name>;
}
