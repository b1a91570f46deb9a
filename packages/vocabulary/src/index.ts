export * from './filter.ts';
export * from './report.ts';
export * from './words.ts';
