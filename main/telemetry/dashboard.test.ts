import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OtlpSender } from './otlp-sender.ts';
import { collector, sampleCalls } from './testing/sample-collector.ts';

type Target = { readonly expr?: string; readonly query?: string; readonly legendFormat?: string };
type Attributes = readonly { readonly key: string }[];
type Metric = {
  readonly name: string;
  readonly unit?: string;
  readonly sum?: { readonly dataPoints: readonly { readonly attributes: Attributes }[] };
  readonly histogram?: { readonly dataPoints: readonly { readonly attributes: Attributes }[] };
};

/** How Prometheus names what comes by OTLP (prometheus.io, "OpenTelemetry", translation of names). */
const translated = (name: string) => name.replaceAll(/\W/g, '_');

function namesOf({ name, unit, histogram }: Metric): string[] {
  const unitName = unit === 's' ? '_seconds' : '';
  const base = translated(name) + unitName;
  return histogram === undefined ? [`${base}_total`] : [`${base}_bucket`, `${base}_sum`, `${base}_count`];
}

it('the dashboard asks for metrics, labels and attributes that are really sent', async () => {
  const { url, got } = await collector();
  const sender = new OtlpSender({ url, version: '1' });
  const calls = sampleCalls(sender);
  sender.unread('late', 'lab');
  await sender.close(20_000);
  const metrics: Metric[] = got
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => JSON.parse(body).resourceMetrics)
    .flatMap((one: { scopeMetrics: { metrics: Metric[] }[] }) => one.scopeMetrics)
    .flatMap((scope) => scope.metrics);
  const known = new Map<string, Set<string>>();
  for (const metric of metrics) {
    const points = [...(metric.sum?.dataPoints ?? []), ...(metric.histogram?.dataPoints ?? [])];
    const keys = points.flatMap(({ attributes }) => attributes.map(({ key }) => translated(key)));
    for (const name of namesOf(metric))
      known.set(name, new Set([...(known.get(name) ?? []), ...keys, 'job', 'le']));
  }
  const text = await readFile(join(import.meta.dirname, '../../docs/telemetry/dashboard.json'), 'utf8');
  const targets: Target[] = JSON.parse(text).panels.flatMap(
    (one: { targets?: Target[] }) => one.targets ?? [],
  );
  expect(targets.length).toBeGreaterThan(4);
  const spans = new Set(calls.flatMap(({ span }) => span.attributes.map(({ key }) => key)));
  for (const { expr = '', query = '', legendFormat = '' } of targets) {
    const asked = [...expr.matchAll(/\b((?:tierscope|mcp)_\w+)\{/g)].map(([, name = '']) => name);
    const labels = [
      ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
      ...[...expr.matchAll(/[{,](\w+)!?[=~]/g)].map(([, label = '']) => label),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    ];
    expect(asked.length + query.length, expr).toBeGreaterThan(0);
    // Both ignore the first value of a series: a tap that ends with a crash sends no other.
    expect(expr).not.toMatch(/\b(?:rate|increase)\(/);
    for (const name of asked) {
      expect([...known.keys()]).toContain(name);
      for (const label of labels) expect([...(known.get(name) ?? [])], name).toContain(label);
    }
    for (const [, key = ''] of query.matchAll(/\bspan\.([\w.]+)/g)) expect([...spans]).toContain(key);
  }
});
