import { expect, it } from 'vitest';
import { importFile } from '../../app/recording/import/import-file.ts';
import { OtlpSender } from './otlp-sender.ts';
import { lostText } from './telemetry.ts';
import { collector, sampleCalls } from './testing/sample-collector.ts';

it('delivers spans with ids, parents, status and attributes, and the metrics of the calls', async () => {
  const { url, got } = await collector();
  const sender = new OtlpSender({ url, version: '1', headers: { 'X-Key': 'hush' } });
  const calls = sampleCalls(sender);
  sender.unread('late', 'lab');
  const count = await sender.close(20_000);
  expect(count).toEqual({ made: calls.length, delivered: calls.length, reason: '' });
  expect(lostText(count, 0)).toBe('');
  expect(got.map(({ path }) => path).sort()).toEqual(['/v1/metrics', '/v1/traces']);
  expect(new Set(got.map(({ key }) => key))).toEqual(new Set(['hush']));
  const traces = JSON.parse(got.find(({ path }) => path === '/v1/traces')?.body ?? '');
  const spans = traces.resourceSpans.flatMap((one: { scopeSpans: { spans: object[] }[] }) =>
    one.scopeSpans.flatMap((scope) => scope.spans),
  );
  expect(spans).toHaveLength(calls.length);
  for (const { span } of calls)
    expect(spans).toContainEqual(
      expect.objectContaining({
        ...{ traceId: span.traceId, spanId: span.spanId, name: span.name, kind: span.kind },
        ...{ startTimeUnixNano: span.startTimeUnixNano, endTimeUnixNano: span.endTimeUnixNano },
        attributes: expect.arrayContaining([...span.attributes]),
      }),
    );
  const { records } = importFile('otlp', JSON.stringify(traces), { fileName: 'a' });
  expect(records.filter(({ type }) => type === 'frame').length).toBeGreaterThan(10);
  const metrics = got.find(({ path }) => path === '/v1/metrics')?.body ?? '';
  for (const name of ['tierscope.calls', 'tierscope.results.unread', 'mcp.client.operation.duration'])
    expect(metrics).toContain(name);
  for (const key of ['gen_ai.tool.name', 'rpc.response.status_code', 'error.type', 'tierscope.tier'])
    expect(metrics).toContain(`"${key}"`);
  expect(metrics).not.toMatch(/"value":\{\}|"jsonrpc.request.id"/);
});

it('tells two taps of one server apart, so that no backend mixes their totals', async () => {
  const { url, got } = await collector();
  const senders = [1, 2].map(() => new OtlpSender({ url, version: '1' }));
  for (const sender of senders) sender.unread('late', 'lab');
  for (const sender of senders) await sender.close(20_000);
  const ids = got.map(
    ({ body }) => /"service\.instance\.id","value":\{"stringValue":"([^"]+)"/.exec(body)?.[1],
  );
  expect(new Set(ids)).toHaveLength(2);
  expect(ids).not.toContain(undefined);
});

it('counts what a collector refuses, and what comes too fast for one that is gone', async () => {
  const { url } = await collector(400);
  const refused = new OtlpSender({ url: `${url}/v1/traces`, version: '1' });
  const calls = sampleCalls(refused);
  const count = await refused.close(20_000);
  expect(count).toMatchObject({ made: calls.length, delivered: 0 });
  expect(lostText(count, 3)).toMatch(
    new RegExp(
      `^${calls.length + 3} of ${calls.length + 3} spans were dropped: the collector did not take ${calls.length} \\(.+\\), 3 came`,
    ),
  );
  const gone = new OtlpSender({ url: 'http://127.0.0.1:1', version: '1' });
  const [call] = calls;
  if (call === undefined) throw new Error('no call');
  for (let sent = 0; sent < 20_000; sent += 1) gone.send(call);
  expect(await gone.close(1)).toMatchObject({ made: 20_000, delivered: 0 });
});
