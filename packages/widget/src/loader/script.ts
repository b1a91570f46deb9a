import type { SkepOptions } from '../api.d.ts';
import { Skep } from './skep.ts';

/** `Skep` may be an array of queued calls such as `['setUser', { id: 7 }]`, which are replayed. */
const page = window as any;
const { src, attributes } = document.currentScript as HTMLScriptElement;
const settings: Record<string, string> = { baseUrl: src.replace(/\/widget\.js.*/, '') };
// Only a loop is safe if the page has polluted Object.prototype with `get`.
for (const { name, value } of attributes)
  settings[name.slice(5).replace(/-./g, (dash) => dash.slice(1).toUpperCase())] = value;
const calls = page.Skep;
const init = (options?: object) => Skep.init({ ...settings, ...options } as unknown as SkepOptions);

page.Skep = { ...Skep, init, push: ([name, ...args]: any[]) => page.Skep[name]?.(...args) };
if (settings.key) init();
calls?.map?.(page.Skep.push);
