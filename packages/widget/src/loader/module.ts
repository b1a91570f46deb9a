import { Skep } from './skep.ts';

const { init } = Skep;
const baseUrl = import.meta.url.replace(/\/widget\.mjs.*/, '');
Skep.init = (options) => init({ baseUrl, ...options });

export { Skep };
export default Skep;
