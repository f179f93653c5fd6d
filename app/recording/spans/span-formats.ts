import type { FileHead } from '../import/file-head.ts';
import type { DocumentFormat } from '../import/foreign-format.ts';
import { isOtlpProtobuf, otlpTextOf } from './otlp-protobuf.ts';
import { SpanItems } from './span-items.ts';
import { spanStory } from './span-story.ts';

const NOTES = [
  'A trace has spans and no messages: requests and answers are put together from what the attributes say.',
  'Arguments and results are in a trace only if its exporter was asked to write them.',
  'A trace has neither stderr nor notifications, and does not record how the process of the server ended.',
];

function spanFormat(title: string, recognizes: DocumentFormat['recognizes']): DocumentFormat {
  return {
    kind: 'document',
    title,
    notes: NOTES,
    recognizes,
    read: (text, journal) => {
      const items = new SpanItems(journal);
      items.read(text);
      return spanStory(items.spans, journal);
    },
  };
}

/** The members of the list with this key, or of a single object, by its first one. */
function firstItem({ document, text, objects }: FileHead): string {
  const [line] = objects;
  if (line !== undefined && document?.kind === 'object') return JSON.stringify(line);
  return document?.kind === 'array'
    ? text
    : (document?.members.get('data') ?? document?.members.get('observations') ?? '');
}

const otlpText = spanFormat('OpenTelemetry traces (OTLP)', ({ document, text }) => {
  if (document?.kind !== 'object') return false;
  const { members } = document;
  return (
    members.has('resourceSpans') ||
    members.has('resource_spans') ||
    (members.has('batches') && /"(?:scopeSpans|instrumentationLibrarySpans)"/.test(text)) ||
    /^\s*\{\s*"trace"\s*:\s*\{\s*"resourceSpans"/.test(text)
  );
});

/** One or more OTLP requests as exported by collectors and backends (opentelemetry-proto 1.9); JSON or protobuf. */
export const otlp: DocumentFormat = { ...otlpText, textOf: otlpTextOf, recognizesBytes: isOtlpProtobuf };

/** OpenInference spans, as exported by Phoenix. */
export const phoenixSpans = spanFormat('Phoenix spans', (head) => {
  const item = firstItem(head);
  return /"(?:trace_id)"/.test(item) && /"(?:span_kind|start_time_unix_nano|parent_id)"/.test(item);
});

/** Langfuse observations. */
export const langfuseObservations = spanFormat('Langfuse observations', (head) => {
  const item = firstItem(head);
  return (
    /"traceId"/.test(item) &&
    /"startTime"/.test(item) &&
    /"(?:parentObservationId|statusMessage|observationType)"/.test(item)
  );
});
