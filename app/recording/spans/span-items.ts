import { isJsonObject, type JsonObject, parseJson, valueAt } from '../../base/json-value.ts';
import { arrayElements, memberOf, memberText } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';
import type { ImportJournal } from '../import/import-journal.ts';
import { otlpAttributes, spanOf, type TraceSpan } from './trace-span.ts';

/** Beyond this many, a file's spans are left out and counted. */
export const MAX_SPANS = 500_000;

/** Collects the spans of a file; damaged ones and non-spans become problems of their line. */
export class SpanItems {
  readonly spans: TraceSpan[] = [];
  readonly #journal: ImportJournal;
  readonly #resources = new Map<string, JsonObject>();
  #left = 0;

  constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  /** Reads a whole file: one document, or one per line, as the collector's file exporter writes. */
  read(file: string): void {
    const first = skipSpace(file, 0);
    const end = file.indexOf('\n', first);
    const isLines = end > 0 && isJsonObject(parseJson(file.slice(first, end)));
    for (const [index, one] of (isLines ? file.split('\n') : [file]).entries())
      if (!isLines || one.trim() !== '') this.#document(one, index + 1);
    if (this.#left > 0)
      this.#journal.note(`${this.#left} more spans are left out: more than ${MAX_SPANS} are not read.`);
  }

  #document(file: string, line: number): void {
    const start = skipSpace(file, 0);
    const outer = memberOf(file, 'trace', start);
    const at = outer !== undefined && file[outer.start] === '{' ? outer.start : start;
    const resources = firstMember(file, at, ['resourceSpans', 'resource_spans', 'batches']);
    const list = file[start] === '[' ? start : firstMember(file, start, ['data', 'observations']);
    if (resources !== undefined) this.#resourceSpans(file, resources, line);
    else if (list !== undefined) this.#list(file, list, line);
    else this.#item(file.slice(start), line, true);
  }

  /** OTLP's levels are read by position, so that a truncated file still yields its complete parts. */
  #resourceSpans(file: string, from: number, line: number): void {
    for (const one of arrayElements(file, from)) {
      const resource = this.#resource(memberText(file, 'resource', one.start) ?? '');
      for (const key of ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans']) {
        const scopes = memberOf(file, key, one.start);
        if (scopes === undefined) continue;
        for (const scope of arrayElements(file, scopes.start)) {
          const spans = memberOf(file, 'spans', scope.start);
          if (spans !== undefined) this.#list(file, spans.start, line, resource);
        }
      }
    }
  }

  #resource(written: string): JsonObject {
    const known = this.#resources.get(written);
    if (known !== undefined) return known;
    const resource = otlpAttributes(valueAt(parseJson(written), ['attributes']));
    this.#resources.set(written, resource);
    return resource;
  }

  #list(file: string, from: number, line: number, resource?: JsonObject): void {
    for (const { start, end, whole } of arrayElements(file, from))
      this.#item(file.slice(start, end), line, whole, resource);
  }

  #item(written: string, line: number, whole: boolean, resource?: JsonObject): void {
    if (this.spans.length >= MAX_SPANS) {
      this.#left += 1;
      return;
    }
    const value = whole ? parseJson(written) : undefined;
    const span = isJsonObject(value) ? spanOf(value, resource) : undefined;
    if (span !== undefined) this.spans.push(span);
    else
      this.#journal.problem(
        line,
        isJsonObject(value)
          ? 'An entry that is not a span was left out.'
          : 'The file is damaged or cut off here, and a span was lost.',
      );
  }
}

/** Where the list of the first of these members starts; undefined for none. */
function firstMember(file: string, from: number, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const member = memberOf(file, key, from);
    if (member !== undefined && file[member.start] === '[') return member.start;
  }
  return undefined;
}
