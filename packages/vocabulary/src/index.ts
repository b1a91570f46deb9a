export * from './enums.ts';
export * from './filter.ts';
export * from './report.ts';
