import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aReport } from './builders.ts';
import { freePort } from './free-port.ts';
import { aProjectIn } from './process-builders.ts';
import { aDataDir, aPreparedDataDir, runService, workersOf } from './service-process.ts';
import { startReceiver } from './webhook-receiver.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (path: string) => readFileSync(root + path, 'utf8');

/** From Debian's package `prometheus`. Without it, the assertions here must do. */
const hasPromtool = globSync(
  (process.env.PATH ?? '').split(delimiter).map((folder) => `${folder}/promtool`),
).length;
const promtool = (args: string[], input?: string) =>
  execFileSync('promtool', args, { cwd: `${root}deploy/prometheus`, input, encoding: 'utf8' });

const line = /^(|#\s(HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [\d.e+-]+)$/;
const namesIn = (text: string) => new Set(text.match(/\b(?:skep|process)_[a-z_]+/g));
const familiesOf = (metrics: string) =>
  new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
const numberOf = (metrics: string, series: string) =>
  Number(
    metrics
      .split('\n')
      .find((one) => one.startsWith(`${series} `))
      ?.slice(series.length),
  );

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
}

describe('whoever watches the service', () => {
  it('sees in metrics, logs and traces what a report has caused, over all its processes', async () => {
    const [collector, receiver, port] = await Promise.all([startReceiver(), startReceiver(), freePort()]);
    const service = await runService({
      DATA_DIR: await aPreparedDataDir(),
      WORKERS: '2',
      LOG_LEVEL: 'info',
      METRICS_PORT: String(port),
      BACKUP_DIR: await aDataDir(),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', collector.url).href,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    });
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const logs = () =>
      service
        .stderr()
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text));

    const { owner, project } = await aProjectIn(service.api);
    await owner.post(`/api/v1/projects/${project.id}/webhooks`, {
      url: receiver.url,
      events: ['bug.created'],
    });
    const reported = await service.api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
    const requestId = reported.headers.get('x-request-id') as string;
    const traced = '4bf92f3577b34da6a3ce929d0e0e4736';
    await service.api.get('/nowhere', { traceparent: `00-${traced}-00f067aa0ba902b7-01` });
    await receiver.requests(1);

    // Counts requests of all processes by route; unknown paths share one label.
    await expect
      .poll(async () => numberOf(await scrape(), 'skep_deliveries_total{outcome="success"}'))
      .toBe(1);
    const metrics = await scrape();
    expect(
      metrics
        .trimEnd()
        .split('\n')
        .filter((one) => !line.test(one)),
    ).toEqual([]);
    expect(numberOf(metrics, 'skep_processes')).toBe(2);
    expect(numberOf(metrics, 'skep_reports_stored_total')).toBe(1);
    expect(numberOf(metrics, 'skep_database_up')).toBe(1);
    expect(metrics).toContain(
      'skep_http_requests_total{route="/api/v1/bugs",method="POST",status="201"} 1\n',
    );
    expect(metrics).toContain('skep_http_requests_total{route="unknown",method="GET",status="404"} 1\n');
    if (hasPromtool) expect(promtool(['check', 'metrics'], metrics)).toBe('');
    const exposed = familiesOf(metrics);
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    for (const path of ['deploy/grafana/skep.json', 'deploy/prometheus/alerts.yml'])
      expect([...namesIn(textOf(path))].filter((name) => !exposed.has(base(name)))).toEqual([]);
    const documented = [...textOf('docs/observability.md').matchAll(/^\| `([a-z_]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(documented.toSorted()).toEqual([...exposed].toSorted());

    // A delivery carries the id of the request that caused it, in any process.
    await expect
      .poll(() => logs().find(({ msg }) => msg === 'delivery'))
      .toMatchObject({ request_id: requestId, status: 200 });
    expect(logs().find(({ msg, route }) => msg === 'request' && route === '/api/v1/bugs')).toMatchObject({
      request_id: requestId,
      project: project.id,
    });
    expect(logs().find(({ msg, route }) => msg === 'request' && route === '/api/v1/projects')).toMatchObject({
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      status: 201,
      user: expect.any(Number),
    });
    const signUp = logs().find(({ route }) => route === '/api/v1/auth/signup');
    await expect
      .poll(() => logs().find(({ kind }) => kind === 'send-email-verification'))
      .toMatchObject({ request_id: signUp.request_id });

    // Spans use the trace derived from the request id, or the trace of the incoming header.
    const spans = (): Span[] =>
      collector.received.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
    const ofRequest = () => spans().filter(({ traceId }) => traceId === requestId.replaceAll('-', ''));
    const names = ['POST /api/v1/bugs', 'WITH', 'delivery', 'write batch'];
    await expect
      .poll(() =>
        ofRequest()
          .map(({ name }) => name)
          .toSorted(),
      )
      .toEqual(expect.arrayContaining(names));
    const [request, delivery] = ['POST /api/v1/bugs', 'delivery'].map((name) =>
      ofRequest().find((span) => span.name === name),
    );
    expect(delivery?.parentSpanId).toBe(request?.spanId);
    await expect
      .poll(() => spans().find(({ traceId }) => traceId === traced))
      .toMatchObject({
        name: 'GET unknown',
        parentSpanId: '00f067aa0ba902b7',
      });
    expect(collector.received[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-token': 'a secret' } });
    expect(collector.received[0]?.body.resourceSpans[0].resource.attributes).toContainEqual({
      key: 'deployment.environment',
      value: { stringValue: 'test' },
    });
    expect(service.stderr() + JSON.stringify(collector.received.map(({ body }) => body))).not.toContain(
      project.api_key,
    );

    // Counters of dead processes are kept once; everything else is dropped.
    const before = await scrape();
    const counters = ['skep_reports_stored_total', 'skep_deliveries_total{outcome="success"}'];
    const started = 'process_start_time_seconds';
    for (const pid of workersOf(service)) process.kill(pid, 'SIGKILL');
    await expect
      .poll(async () => numberOf(await scrape(), started))
      .toBeGreaterThan(numberOf(before, started));
    const after = await scrape();
    for (const counter of counters) expect(numberOf(after, counter)).toBe(numberOf(before, counter));
    await expect.poll(async () => numberOf(await scrape(), 'skep_processes')).toBe(2);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it.runIf(hasPromtool)('is alerted by rules that hold what they promise', () => {
    expect(promtool(['check', 'rules', 'alerts.yml'])).toContain('8 rules found');
    expect(promtool(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS');
  });
});
