export { Skep, Skep as default } from './skep.ts';
