import type { DeliveryItem } from './queries.ts';

type Failure = Pick<DeliveryItem, 'error' | 'response_status'>;

/** Why a delivery has failed and what to do about it, in plain words. */
export function why({ error, response_status: status }: Failure): string {
  if (status !== null) return aboutAnswer(status);
  const told = error ?? 'The request failed';
  const [, advice] = advices.find(([pattern]) => pattern.test(told)) ?? [];
  return advice ? `${told}. ${advice}` : `${told}.`;
}

function aboutAnswer(status: number): string {
  if (status >= 300 && status < 400)
    return `Your server answered ${status}, which sends us elsewhere. We do not follow: write the final address here.`;
  if (status === 401 || status === 403)
    return `Your server answered ${status}: it does not let us in. Check its secret, or what stands before it.`;
  if (status === 404) return 'Your server answered 404: there is nothing at this address. Check the path.';
  if (status === 405) return 'Your server answered 405: it does not take POST at this address.';
  if (status === 410)
    return 'Your server answered 410, which means “never again”, so the webhook was switched off.';
  if (status === 413) return 'Your server answered 413: it takes no messages of this size.';
  if (status === 429) return 'Your server answered 429: we were too fast for it. We wait and try again.';
  if (status >= 500) return `Your server answered ${status}: it failed itself. Its log has more.`;
  return `Your server answered ${status} instead of 200. Its answer is below.`;
}

/** What one can do, by what the service says. */
const advices: [RegExp, string][] = [
  [/refused the connection/, 'Is the program running, and is the port right?'],
  [/closed the connection/, 'It may have restarted, or something between us cuts connections.'],
  [/cannot be reached|connection to the target timed out/, 'A firewall may keep us out.'],
  [/host name was not found/, 'Check the spelling of the address.'],
  [/could not be resolved/, 'The name service does not answer at the moment.'],
  [/No complete response/, 'Answer first and do the work afterwards.'],
  [/private, local or reserved/, 'Only whoever runs this service can allow that.'],
  [/unknown authority/, 'Send the whole chain of a known authority, not a certificate of your own making.'],
  [/has expired|is not valid/, 'Renew it, and restart the server.'],
  [/for another host name/, 'Write the address that it is for, or get one for this address.'],
  [/TLS connection failed/, 'Is it https at all at this port, or http?'],
  [/valid HTTP/, 'Is the port right?'],
  [/headers are too large/, 'A plain 200 is enough.'],
];
