import type { SkepOptions } from '../api.d.ts';
import { Skep } from './skep.ts';

/**
 * The classic script. `Skep` may have been an array until now, of calls such as `['setUser', { id: 7 }]`, which are made up for.
 */
const page = window as any;
const { src, dataset } = document.currentScript as HTMLScriptElement;
const settings = { baseUrl: src.replace(/\/widget\.js.*/, ''), ...dataset };
const calls = page.Skep;
const init = (options?: object) => Skep.init({ ...settings, ...options } as SkepOptions);

page.Skep = { ...Skep, init, push: ([name, ...args]: any[]) => page.Skep[name]?.(...args) };
if (dataset.key) init();
calls?.map?.(page.Skep.push);
