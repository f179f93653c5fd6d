import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { Exchange } from './exchange.ts';

type Listed = { readonly outputSchema: JsonObject | undefined };

const UNKNOWN: Listed = { outputSchema: undefined };

/** The tools of the last `tools/list`, page by page; outdated when the server says that the list changed. */
export class ToolCatalogue {
  readonly #tools = new Map<string, Listed>();
  #nextCursor: string | undefined;
  #complete = false;
  #generation = 0;
  #listSeq = 0;

  /** True if every page was seen and nothing has changed since. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Counts the changes, so that an answer to an older request can be told from a fresh one. */
  get generation(): number {
    return this.#generation;
  }

  /** The record that brought the last page; 0 for none. */
  get listSeq(): number {
    return this.#listSeq;
  }

  find(name: string): Listed | undefined {
    return this.#tools.get(name);
  }

  names(): IterableIterator<string> {
    return this.#tools.keys();
  }

  /** Takes one page, the answer to `exchange`. */
  learn(exchange: Readonly<Exchange>, result: JsonObject, seq: number): void {
    if (!Array.isArray(result.tools)) return;
    const cursor = stringAt(exchange.params, 'cursor');
    if (cursor === undefined) this.#tools.clear();
    else if (cursor !== this.#nextCursor) return;
    const fresh = exchange.toolsGeneration === this.#generation;
    for (const tool of result.tools) {
      const name = stringAt(tool, 'name');
      if (name === undefined || !isJsonObject(tool)) continue;
      const { outputSchema } = tool;
      this.#tools.set(name, fresh && isJsonObject(outputSchema) ? { outputSchema } : UNKNOWN);
    }
    this.#nextCursor = stringAt(result, 'nextCursor');
    this.#complete = this.#nextCursor === undefined && fresh;
    this.#listSeq = seq;
  }

  /** The list changed, or a part of the traffic is missing: names are still a hint, schemas are not. */
  outdate(): void {
    for (const name of this.#tools.keys()) this.#tools.set(name, UNKNOWN);
    this.#nextCursor = undefined;
    this.#complete = false;
    this.#generation += 1;
  }

  /** A new run of the server. */
  clear(): void {
    this.#tools.clear();
    this.outdate();
  }
}
