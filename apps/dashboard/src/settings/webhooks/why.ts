import type { DeliveryItem } from './queries.ts';

type Failure = Pick<DeliveryItem, 'error' | 'response_status'>;

/** Explains a failed delivery and suggests a fix. */
export function why({ error, response_status: status }: Failure): string {
  if (status !== null) return aboutAnswer(status);
  const told = error ?? 'The request failed';
  const [, advice] = advices.find(([pattern]) => pattern.test(told)) ?? [];
  return advice ? `${told}. ${advice}` : `${told}.`;
}

function aboutAnswer(status: number): string {
  if (status >= 300 && status < 400)
    return `Your server responded with ${status}. Redirects are not followed: enter the final URL.`;
  if (status === 401 || status === 403)
    return `Your server responded with ${status}: access denied. Check its authentication and any proxy in front of it.`;
  if (status === 404) return 'Your server responded with 404: not found. Check the path.';
  if (status === 405) return 'Your server responded with 405: this URL does not accept POST.';
  if (status === 410) return 'Your server responded with 410 (Gone), so the webhook was disabled.';
  if (status === 413) return 'Your server responded with 413: the request body is too large for it.';
  if (status === 429) return 'Your server responded with 429: rate limited. The delivery is retried later.';
  if (status >= 500) return `Your server responded with ${status}: internal error. Check its log.`;
  return `Your server responded with ${status} instead of 200. See the response below.`;
}

/** Suggestion for each error of the server. */
const advices: [RegExp, string][] = [
  [/refused the connection/, 'Check that the server is running and the port is correct.'],
  [/closed the connection/, 'The server may have restarted, or a proxy closed the connection.'],
  [/cannot be reached|connection to the target timed out/, 'A firewall may be blocking the connection.'],
  [/host name was not found/, 'Check the host name.'],
  [/could not be resolved/, 'DNS is not responding.'],
  [/No complete response/, 'Respond first, then process the event.'],
  [/private, local or reserved/, 'Only the operator of this service can allow this.'],
  [/unknown authority/, 'Use a certificate from a trusted authority and send the full chain.'],
  [/has expired|is not valid/, 'Renew the certificate and restart the server.'],
  [/for another host name/, 'Use a host name that the certificate covers.'],
  [/TLS connection failed/, 'Check that this port uses HTTPS.'],
  [/valid HTTP/, 'Check the port.'],
  [/headers are too large/, 'A plain 200 response is enough.'],
];
