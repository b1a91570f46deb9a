import { maxImageBytes } from '@skep/vocabulary';
import type { Config } from '../../config.ts';
import { fetchWithDnsCheck } from '../../dns/lookup.ts';
import { mirrorHeader, mirrorPauseMs, type Reflection, signMirror } from '../../features/health/mirror.ts';
import { version } from '../../version.ts';
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts';
import { checkDateHeader } from './machine.ts';

const timeoutMs = 5_000;

/** A documentation address (RFC 5737), sent as a client that forges its IP address would. */
const forged = '192.0.2.77';

export async function isRunningHere({ host, port }: Config): Promise<boolean> {
  const here =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return fetch(`http://${here}:${port}/health/live`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    () => true,
    () => false,
  );
}

/** Requests BASE_URL like any client and checks what reaches the service. */
export async function checkBaseUrl(config: Config, secretKey: string | null, isRunning: boolean) {
  const { baseUrl } = config;
  const before = Date.now();
  const look = () => requestMirror(baseUrl, secretKey ?? '');
  let answer: Response;
  try {
    answer = await look();
  } catch (error) {
    const found = `BASE_URL ${baseUrl} does not respond: ${reasonOf(error)}`;
    const finding = isRunning
      ? problem(found, 'The service is running here. Check BASE_URL, DNS, the certificate and the proxy.')
      : warning(
          'The service is not running here, and BASE_URL does not respond',
          'Start the service and check again.',
        );
    return { findings: [finding], clock: [] };
  }
  const clock = checkDateHeader(answer, before);
  const findings = await readMirror(config, answer, look, clock);
  if (answer.ok) findings.push(await checkBody(config));
  return { findings, clock };
}

const requestMirror = (baseUrl: string, secretKey: string) =>
  fetchWithDnsCheck(`${baseUrl}/health/mirror`, {
    headers: { [mirrorHeader]: signMirror(secretKey), 'x-forwarded-for': forged },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });

async function readMirror(
  config: Config,
  answer: Response,
  retry: () => Promise<Response>,
  clock: Finding[],
): Promise<Finding[]> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  if (answer.status !== 200 || !isStream || !answer.body) {
    await answer.body?.cancel();
    return [
      problem(
        `BASE_URL ${config.baseUrl} responds ${answer.status}, but is not this installation`,
        clock.some(({ verdict }) => verdict === 'problem')
          ? 'Fix the clock and check again: signatures are valid for one minute.'
          : 'Check that it points to this service, and that all nodes have the same SECRET_KEY and version.',
      ),
    ];
  }
  const { reflection, ...first } = await readEvents(answer.body);
  let { isUnbuffered } = first;
  // On a busy machine both events may arrive together by chance, so it is tried again.
  for (let again = 0; again < 2 && !isUnbuffered; again++) {
    const { body } = await retry();
    if (body) ({ isUnbuffered } = await readEvents(body));
  }
  return [
    reflection.version === version
      ? ok(`BASE_URL reaches this installation, version ${version}`)
      : warning(
          `BASE_URL reaches version ${reflection.version}, but this is ${version}`,
          'See docs/upgrade.md. Use the commands of the running version.',
        ),
    checkForwardedFor(config, reflection),
    isUnbuffered
      ? ok('Event streams are not buffered')
      : warning(
          'A proxy buffers event streams: live updates are delayed',
          'Disable response buffering in the proxy (nginx: proxy_buffering off).',
        ),
  ];
}

async function readEvents(body: ReadableStream<Uint8Array>) {
  let text = '';
  let firstAt: number | undefined;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n\n')) firstAt ??= performance.now();
  }
  const reflection = JSON.parse(text.split('\n\n')[0]?.replace(/^data: /, '') ?? '') as Reflection;
  const pauseMs = performance.now() - (firstAt ?? Number.POSITIVE_INFINITY);
  return { reflection, isUnbuffered: pauseMs > mirrorPauseMs / 2 };
}

/** Checks what became of the forged X-Forwarded-For header. */
function checkForwardedFor({ trustedProxies }: Config, { peer, client, forwarded_for }: Reflection): Finding {
  if (forwarded_for === forged)
    return ok(
      'No proxy set X-Forwarded-For',
      'Correct without a proxy. Behind one, it must set X-Forwarded-For, or all clients share one rate limit.',
    );
  if (client === forged)
    return trustedProxies.areNamed
      ? skipped(
          `This machine is a trusted proxy (${forwarded_for}), so forged headers cannot be checked from here`,
        )
      : problem(
          'Clients can forge their IP address with X-Forwarded-For and bypass limits and blocklists',
          'List your proxies in TRUSTED_PROXIES.',
        );
  if (forwarded_for !== null && peer.replace(/^::ffff:/, '') === client)
    return problem(
      `The proxy at ${client} is not trusted, so all clients share its rate limits`,
      `Add ${client} to TRUSTED_PROXIES.`,
    );
  return ok(`The proxy forwards client IP addresses; yours is ${client}`);
}

/** The proxy must accept the largest body that the service accepts. */
async function checkBody({ baseUrl, s3 }: Config): Promise<Finding> {
  const length = s3 ? 256 * 1024 : maxImageBytes;
  const size = s3 ? '256 KiB' : '2 MiB';
  try {
    const answer = await fetchWithDnsCheck(`${baseUrl}/api/v1/uploads/doctor`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: Buffer.alloc(length),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isOurs =
      ((await answer.json().catch(() => null)) as { detail?: string } | null)?.detail !== undefined;
    if (isOurs && answer.status !== 413) return ok(`Requests of ${size} are accepted`);
    return problem(
      `A proxy responded ${answer.status} to a request of ${size}`,
      `Raise the body limit of the proxy (nginx: client_max_body_size ${s3 ? '1m' : '3m'}).`,
    );
  } catch (error) {
    return warning(`A request of ${size} failed: ${reasonOf(error)}`, 'Raise the body limit of the proxy.');
  }
}
