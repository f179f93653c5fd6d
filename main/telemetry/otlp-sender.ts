import { randomUUID } from 'node:crypto';
import type { AttributeValue, HrTime, SpanContext, SpanKind } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { OtlpSpan } from '../../app/recording/export/otlp-span.ts';
import type { LiveCall } from '../../app/report/telemetry/live-spans.ts';

export type OtlpTarget = {
  /** The address of a collector, such as `http://127.0.0.1:4318`; further headers come from OTEL_EXPORTER_OTLP_HEADERS. */
  readonly url: string;
  readonly version: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Where telemetry goes, and the thread that sends it. */
export type TelemetryPlan = OtlpTarget & { readonly script: string; readonly payloads: boolean };

/** What became of the spans; `reason` is why the last ones were not delivered. */
export type SpanCount = { readonly made: number; readonly delivered: number; readonly reason: string };

/** More spans wait for the collector; what comes beyond is dropped and counted. */
const QUEUED_SPANS = 4096;
const BATCH_SPANS = 512;
const BATCH_MS = 1000;
const METRICS_MS = 10_000;
/** One export takes this long at the most, with all its attempts, in milliseconds. */
const EXPORT_MS = 10_000;
/** Servers beyond are counted as one: each has a resource and instruments. */
const MAX_SERVICES = 100;

type Service = ReturnType<typeof newService>;

/**
 * Sends spans and metrics to a collector by the packages of OpenTelemetry, which batch, wait longer after each failure
 * and give up what waits too long. Importing this file loads them, so only the worker that sends imports it.
 */
export class OtlpSender {
  readonly #target: OtlpTarget;
  /** Two senders of one server count for themselves: a backend must not mix their totals. */
  readonly #instance = randomUUID();
  readonly #spans: BatchSpanProcessor;
  readonly #services = new Map<string, Service>();
  #made = 0;
  #delivered = 0;
  #reason = '';

  constructor(target: OtlpTarget) {
    this.#target = target;
    const exporter = new OTLPTraceExporter(exportOptions(target, 'traces'));
    const limits = {
      maxQueueSize: QUEUED_SPANS,
      maxExportBatchSize: BATCH_SPANS,
      scheduledDelayMillis: BATCH_MS,
      exportTimeoutMillis: EXPORT_MS,
    };
    this.#spans = new BatchSpanProcessor(this.#counting(exporter), limits);
  }

  send({ span, service: name }: LiveCall): void {
    const service = this.#service(name);
    this.#made += 1;
    const sent = readable(span, service.resource, this.#target.version);
    this.#spans.onEnd(sent);
    const { 'tierscope.tier': tier } = sent.attributes;
    const counted: Record<string, AttributeValue | undefined> = {};
    for (const key of METRIC_KEYS) if (key in sent.attributes) counted[key] = sent.attributes[key];
    const [seconds, nanos] = sent.duration;
    service.calls.add(1, { ...counted, 'tierscope.tier': tier });
    service.seconds.record(seconds + nanos / 1e9, counted);
  }

  /** Counts calls whose spans cannot be made. */
  lost(count: number): void {
    this.#made += count;
  }

  /** Counts a result that no client reads. */
  unread(why: string, service: string): void {
    this.#service(service).unread.add(1, { 'tierscope.unread.reason': why });
  }

  /** Sends what waits, for this long at the most. Never rejects. */
  async close(maxMs: number): Promise<SpanCount> {
    const ends = [this.#spans, ...[...this.#services.values()].map(({ metrics }) => metrics)];
    const sent = Promise.allSettled(ends.map((one) => one.forceFlush()));
    await Promise.race([sent, new Promise((resolve) => void setTimeout(resolve, maxMs).unref())]);
    return this.count;
  }

  get count(): SpanCount {
    return { made: this.#made, delivered: this.#delivered, reason: this.#reason };
  }

  /** Counts what the collector has taken: the rest is dropped, wherever that happened. */
  #counting(exporter: OTLPTraceExporter): SpanExporter {
    return {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          if (result.code === 0) this.#delivered += spans.length;
          else this.#reason = result.error?.message ?? 'the collector did not take them';
          done(result);
        }),
      shutdown: () => exporter.shutdown(),
    };
  }

  #service(name: string): Service {
    const known = this.#services.get(name);
    if (known !== undefined) return known;
    if (this.#services.size >= MAX_SERVICES && name !== OTHERS) return this.#service(OTHERS);
    const service = newService(name, this.#instance, this.#target);
    this.#services.set(name, service);
    return service;
  }
}

const OTHERS = 'other servers';

function newService(name: string, instance: string, target: OtlpTarget) {
  const resource = resourceFromAttributes({ 'service.name': name, 'service.instance.id': instance });
  const exporter = new OTLPMetricExporter(exportOptions(target, 'metrics'));
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: METRICS_MS,
    exportTimeoutMillis: METRICS_MS,
  });
  const metrics = new MeterProvider({ resource, readers: [reader] });
  const meter = metrics.getMeter('tierscope', target.version);
  return {
    resource,
    metrics,
    calls: meter.createCounter('tierscope.calls', {
      description: 'Calls by tier, tool and code',
      unit: '{call}',
    }),
    unread: meter.createCounter('tierscope.results.unread', {
      description: 'Results that no client reads',
      unit: '{result}',
    }),
    // The name, the unit and the limits of the conventions (docs/gen-ai/mcp.md, "Metric: mcp.client.operation.duration").
    seconds: meter.createHistogram('mcp.client.operation.duration', {
      unit: 's',
      advice: { explicitBucketBoundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] },
    }),
  };
}

/** The attributes of a span by which metrics count: of few values each. */
const METRIC_KEYS = ['mcp.method.name', 'gen_ai.tool.name', 'rpc.response.status_code', 'error.type'];

function exportOptions({ url, headers = {} }: OtlpTarget, signal: 'traces' | 'metrics') {
  return { url: addressOf(url, signal), headers: { ...headers }, timeoutMillis: EXPORT_MS };
}

/** The address of a signal below that of a collector, which may name it already. */
function addressOf(url: string, signal: 'traces' | 'metrics'): string {
  const address = new URL(url);
  const path = address.pathname.replace(/\/(?:v1\/(?:traces|metrics))?\/*$/, '');
  address.pathname = `${path}/v1/${signal}`;
  return address.href;
}

const SAMPLED = 1;
const CLIENT: SpanKind.CLIENT = 2;

/** A span of the file export as the packages take it: they number kinds from 0, OTLP from 1. */
function readable(span: OtlpSpan, resource: Resource, version: string): ReadableSpan {
  const { traceId, spanId, parentSpanId, name, status } = span;
  const startTime = hrTime(span.startTimeUnixNano);
  const endTime = hrTime(span.endTimeUnixNano);
  const contextOf = (id: string): SpanContext => ({ traceId, spanId: id, traceFlags: SAMPLED });
  return {
    name,
    kind: CLIENT,
    spanContext: () => contextOf(spanId),
    ...(parentSpanId === undefined
      ? {}
      : { parentSpanContext: { ...contextOf(parentSpanId), isRemote: true } }),
    startTime,
    endTime,
    duration: hrTime(String(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano))),
    status: { code: status.code ?? 0, ...(status.message === undefined ? {} : { message: status.message }) },
    attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue])),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'tierscope', version },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function hrTime(nanos: string): HrTime {
  const value = BigInt(nanos);
  return [Number(value / 1_000_000_000n), Number(value % 1_000_000_000n)];
}
