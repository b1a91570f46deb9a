const secretWords =
  'passw|passphrase|secret|token|credential|authorization|cookie|signature|api[-_]?key|access[-_]?key|private[-_]?key|' +
  'session[-_]?id|card[-_]?num|iban|(?<![a-z])(?:pwd|pin|otp|cvv|cvc|ssn|jwt|auth)(?![a-z])';

/** Names that are secret in an address, although they are harmless as fields of an object. */
const secretParameter = new RegExp(`${secretWords}|^(?:code|key|sig|sid|session|state)$`, 'i');

/** `password: "…"`, `token=…`, also inside JSON that is a string itself. A text that was cut may lack the closing quote. */
const secretValue = new RegExp(
  `((?:${secretWords})[\\w-]{0,30}[\\\\"']{0,4}\\s{0,3}[:=]\\s{0,3})(?:(\\\\{0,3}["'])[^]*?(?:(?<!\\\\)\\2|$)|[^\\s"',;&)}\\]]+)`,
  'gi',
);

/** Replaces what looks like a secret in captured text. */
export const scrub = (text: string): string =>
  text
    .replace(/\b(bearer|basic)\s+[\w~+/.=-]{8,}/gi, '$1 …')
    .replace(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'eyJ…')
    .replace(secretValue, (_all, name: string, quote = '') => `${name}${quote}…${quote}`);

/** Replaces the values of secret parameters, in a query or a fragment. */
export const scrubParameters = (text: string): string =>
  text.replace(/([^?&#;=]{1,100})=[^&#;]*/g, (all, name: string) =>
    secretParameter.test(decode(name)) ? `${name}=…` : all,
  );

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
