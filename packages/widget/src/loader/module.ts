import { Skep } from './skep.ts';

/** The ES module that the service itself serves. It knows where it came from, as the script does. */
const { init } = Skep;
const baseUrl = import.meta.url.replace(/\/widget\.mjs.*/, '');
Skep.init = (options) => init({ baseUrl, ...options });

export { Skep };
export default Skep;
