import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';

/** One tool as listed by the server. The schemas of an outdated list are no evidence and are dropped. */
type CatalogdTool = {
  readonly inputSchema: JsonObject | undefined;
  readonly outputSchema: JsonObject | undefined;
  /** `execution.taskSupport` (2025-11-25): forbidden, optional or required. */
  readonly taskSupport: string | undefined;
};

type CatalogdPrompt = { readonly requiredArguments: readonly string[] };

type Reading<Item> = {
  /** The result member with the entries, and the member that names an entry. */
  readonly list: string;
  readonly name: string;
  readonly read: (entry: JsonObject) => Item;
  /** What remains of an entry when its list becomes outdated. */
  readonly outdated: Item;
};

/** A server's latest list, page by page; outdated once the server announces a change. */
export class Catalog<Item> {
  readonly #reading: Reading<Item>;
  readonly #items = new Map<string, Item>();
  #nextCursor: string | undefined;
  #complete = false;
  #generation = 0;
  #listSeq = 0;
  #names: readonly string[] | undefined;

  constructor(reading: Reading<Item>) {
    this.#reading = reading;
  }

  /** True if all pages were seen and nothing has changed since. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Counts list changes, to tell an answer to an older request from a current one. */
  get generation(): number {
    return this.#generation;
  }

  /** The record with the last page; 0 for none. */
  get listSeq(): number {
    return this.#listSeq;
  }

  /** True if the list was complete when a request was sent and is still at that `generation`. */
  wasWhole(requestSeq: number, generation = this.#generation): boolean {
    return this.#complete && requestSeq > this.#listSeq && generation === this.#generation;
  }

  find(name: string): Item | undefined {
    return this.#items.get(name);
  }

  /** The current names; a returned list never changes. */
  names(): readonly string[] {
    this.#names ??= [...this.#items.keys()];
    return this.#names;
  }

  /** Adds one page from the record `seq`; `fresh` is false if the list has changed since the request. */
  learn({ params }: { readonly params: unknown }, result: JsonObject, seq: number, fresh = true): void {
    const { list, name: key, read, outdated } = this.#reading;
    const entries = result[list];
    if (!Array.isArray(entries)) return;
    this.#names = undefined;
    const cursor = stringAt(params, 'cursor');
    if (cursor === undefined) this.#items.clear();
    else if (cursor !== this.#nextCursor) return;
    for (const entry of entries) {
      const name = stringAt(entry, key);
      if (name !== undefined && isJsonObject(entry)) this.#items.set(name, fresh ? read(entry) : outdated);
    }
    this.#nextCursor = stringAt(result, 'nextCursor');
    this.#complete = this.#nextCursor === undefined && fresh;
    this.#listSeq = seq;
  }

  /** The list changed, or traffic is missing: only the names remain, as a hint. */
  outdate(): void {
    for (const name of this.#items.keys()) this.#items.set(name, this.#reading.outdated);
    this.#nextCursor = undefined;
    this.#complete = false;
    this.#generation += 1;
  }

  clear(): void {
    this.#items.clear();
    this.#names = undefined;
    this.outdate();
  }
}

export function toolCatalog(): Catalog<CatalogdTool> {
  return new Catalog<CatalogdTool>({
    list: 'tools',
    name: 'name',
    read: ({ inputSchema, outputSchema, execution }) => ({
      inputSchema: isJsonObject(inputSchema) ? inputSchema : undefined,
      outputSchema: isJsonObject(outputSchema) ? outputSchema : undefined,
      taskSupport: stringAt(execution, 'taskSupport'),
    }),
    outdated: { inputSchema: undefined, outputSchema: undefined, taskSupport: undefined },
  });
}

export function promptCatalog(): Catalog<CatalogdPrompt> {
  return new Catalog<CatalogdPrompt>({
    list: 'prompts',
    name: 'name',
    read: ({ arguments: given }) => ({
      requiredArguments: Array.isArray(given)
        ? given.flatMap((one) =>
            isJsonObject(one) && one.required === true ? [stringAt(one, 'name') ?? ''] : [],
          )
        : [],
    }),
    outdated: { requiredArguments: [] },
  });
}

/** Only the URI of a resource matters. */
export function resourceCatalog(): Catalog<true> {
  return new Catalog<true>({ list: 'resources', name: 'uri', read: () => true, outdated: true });
}
