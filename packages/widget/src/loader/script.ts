import type { SkepOptions } from '../api.d.ts';
import { Skep } from './skep.ts';

/** `Skep` may have been an array until now, of calls such as `['setUser', { id: 7 }]`, which are made up for. */
const page = window as any;
const { src, attributes } = document.currentScript as HTMLScriptElement;
const settings: Record<string, string> = { baseUrl: src.replace(/\/widget\.js.*/, '') };
// Nothing but a loop reads attributes safely once the page has put `get` on Object.prototype.
for (const { name, value } of attributes)
  settings[name.slice(5).replace(/-./g, (dash) => dash.slice(1).toUpperCase())] = value;
const calls = page.Skep;
const init = (options?: object) => Skep.init({ ...settings, ...options } as unknown as SkepOptions);

page.Skep = { ...Skep, init, push: ([name, ...args]: any[]) => page.Skep[name]?.(...args) };
if (settings.key) init();
calls?.map?.(page.Skep.push);
