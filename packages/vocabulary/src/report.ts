import type { Severity } from './enums.ts';

interface Field {
  /** What the service finds out itself, so that reports do not have it. */
  isDerived?: true;
  /** How the field's text is checked. A severity is one of the severities instead, and `extra` is any JSON object. */
  format?: 'text' | 'loose-text' | 'email-or-empty' | 'stack-trace';
  /** The longest length in characters, or in bytes of UTF-8 for stack traces and `extra`, which are kept verbatim. */
  maxLength?: number;
  /** A report may leave other fields out, or send an empty text; both are stored as null. */
  isRequired?: true;
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
  title: { format: 'text', maxLength: 500, isRequired: true, alsoIn: ['list', 'csv', 'search'] },
  description: { format: 'text', maxLength: 10_000, isRequired: true, alsoIn: ['csv', 'search'] },
  severity: { isRequired: true, alsoIn: ['list', 'csv'], description: '`medium` when it is left out.' },
  environment: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv'] },
  app_version: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv'] },
  stack_trace: {
    format: 'stack-trace',
    maxLength: 51_200,
    alsoIn: ['search'],
    description: 'At most 51,200 bytes of UTF-8; stored as given.',
  },
  url: {
    format: 'loose-text',
    maxLength: 8_192,
    alsoIn: ['list', 'csv', 'search'],
    description: 'The page that the report came from.',
  },
  user_agent: {
    format: 'loose-text',
    maxLength: 2_000,
    alsoIn: ['list', 'csv'],
    description: "The request's User-Agent header when it is left out.",
  },
  browser: {
    isDerived: true,
    alsoIn: ['list'],
    description: 'The browser that the user agent names, such as `Firefox`.',
  },
  os: {
    isDerived: true,
    alsoIn: ['list'],
    description: 'The operating system that the user agent names, such as `Windows` or `iOS`.',
  },
  reporter_email: { format: 'email-or-empty', maxLength: 254, alsoIn: ['list', 'csv', 'search'] },
  reporter_identifier: { format: 'loose-text', maxLength: 1_000, alsoIn: ['list', 'csv', 'search'] },
  extra: {
    maxLength: 65_536,
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

/** What follows from what a report says. They are texts or null. */
export const derivedFields = allReportFields.filter((name): name is DerivedField => {
  const { isDerived }: Field = reportFields[name];
  return isDerived === true;
});

/** The fields that are a text or null wherever they appear, which most are. */
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
