import type { Family } from './registry.ts';

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The families in the text format of Prometheus. One of which nothing is known yet is named all the same. */
export const writeText = (families: Family[]): string =>
  families
    .map(({ name, help, type, values }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...values.map(([series, value]) => `${series} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');
