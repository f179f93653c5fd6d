import type { OtlpSpan } from '../export/otlp-span.ts';

/** Encodes OTLP/JSON as protobuf (opentelemetry-proto 1.9, trace.proto) like an exporter, to test the reader. */
export function otlpBytes(resourceSpans: readonly ResourceSpans[]): Uint8Array {
  return concat(
    resourceSpans.map((one) =>
      field(
        1,
        concat([
          field(1, attributes(one.resource.attributes)),
          ...one.scopeSpans.map((scope) =>
            field(
              2,
              concat([
                field(1, text(1, scope.scope?.name ?? '')),
                ...scope.spans.map((span) => field(2, spanBytes(span))),
              ]),
            ),
          ),
        ]),
      ),
    ),
  );
}

type ResourceSpans = {
  readonly resource: Pick<OtlpSpan, 'attributes'>;
  readonly scopeSpans: readonly {
    readonly scope?: { readonly name?: string };
    readonly spans: readonly OtlpSpan[];
  }[];
};

function spanBytes(span: OtlpSpan): Uint8Array {
  return concat([
    field(1, hex(span.traceId)),
    field(2, hex(span.spanId)),
    field(4, hex(span.parentSpanId ?? '')),
    text(5, span.name),
    concat([varint((6 << 3) | 0), varint(span.kind)]),
    fixed(7, span.startTimeUnixNano),
    fixed(8, span.endTimeUnixNano),
    attributes(span.attributes, 9),
    field(
      15,
      concat([text(2, span.status?.message ?? ''), varint((3 << 3) | 0), varint(span.status?.code ?? 0)]),
    ),
  ]);
}

function attributes(list: OtlpSpan['attributes'], tag = 1): Uint8Array {
  return concat(
    list.map(({ key, value }) => field(tag, concat([text(1, key), field(2, text(1, value.stringValue))]))),
  );
}

function text(tag: number, value: string): Uint8Array {
  return field(tag, new TextEncoder().encode(value));
}

function field(tag: number, bytes: Uint8Array): Uint8Array {
  return concat([varint((tag << 3) | 2), varint(bytes.length), bytes]);
}

function fixed(tag: number, value: string): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return concat([varint((tag << 3) | 1), bytes]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function hex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
