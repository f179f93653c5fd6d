import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import type { ListChanges } from '../../app/contract/session-info.ts';
import { firstText } from '../../app/frame/preview.ts';
import { type ReconnectSuggestion, suggestionsOf } from '../../app/protocol/negotiation.ts';
import type { Envelope } from '../../app/wire/envelope.ts';

/** Beyond this many resources, the oldest counts are dropped. */
const MAX_URIS = 1000;

/** Beyond this many completed elicitations, the oldest are dropped. */
const MAX_COMPLETED = 200;

function toolError(result: unknown): { message: string } {
  return { message: isJsonObject(result) && result.isError === true ? (firstText(result) ?? '') : '' };
}

/** News from a server's messages besides answers: changed lists and other ways to connect. */
export class ServerNews {
  #lists: Omit<ListChanges, 'updated'>;
  /** The most recently counted comes last. */
  readonly #updated: Map<string, number>;
  #changes: ListChanges | undefined;
  #suggestions: readonly ReconnectSuggestion[] = [];
  #completed: readonly string[] = [];

  /** `changes` continues the counts of the previous process: a count never falls. */
  constructor(changes: ListChanges = { tools: 0, resources: 0, prompts: 0, updated: {} }) {
    const { updated, ...lists } = changes;
    this.#lists = lists;
    this.#updated = new Map(Object.entries(updated));
    this.#changes = changes;
  }

  get changes(): ListChanges {
    // Built when read: a server can send thousands of updates between two reads.
    this.#changes ??= { ...this.#lists, updated: Object.fromEntries(this.#updated) };
    return this.#changes;
  }

  get suggestions(): readonly ReconnectSuggestion[] {
    return this.#suggestions;
  }

  /** The ids of URL-mode elicitations that the server has reported as completed. */
  get completed(): readonly string[] {
    return this.#completed;
  }

  /** The server supports this modern revision too, but said so only after the handshake. */
  suggestReconnect(revision: string): void {
    const suggestion: ReconnectSuggestion = {
      kind: 'revision',
      era: 'modern',
      revision,
      known: true,
      from: 'late',
    };
    this.#suggestions = [...this.#suggestions, suggestion];
  }

  /** The handshake succeeded: refusals along the way are settled. */
  shaken(): void {
    this.#suggestions = this.#suggestions.filter(({ from }) => from === 'late');
  }

  /** Handles the next message; true if anything changed. */
  take(envelope: Envelope): boolean {
    if (envelope.kind === 'notification') return this.#notified(envelope.method, envelope.params);
    if (envelope.kind !== 'error' && envelope.kind !== 'result') return false;
    const suggestions = suggestionsOf(
      envelope.kind === 'error' ? envelope.error : toolError(envelope.result),
    );
    if (suggestions.length === 0) return false;
    this.#suggestions = suggestions;
    return true;
  }

  #notified(method: string, params: unknown): boolean {
    switch (method) {
      case 'notifications/tools/list_changed':
        return this.#listChanged('tools');
      case 'notifications/resources/list_changed':
        return this.#listChanged('resources');
      case 'notifications/prompts/list_changed':
        return this.#listChanged('prompts');
      case 'notifications/resources/updated':
        this.#count(stringAt(params, 'uri') ?? '');
        return true;
      case 'notifications/elicitation/complete':
        this.#completed = [...this.#completed, stringAt(params, 'elicitationId') ?? ''].slice(-MAX_COMPLETED);
        return true;
      default:
        return false;
    }
  }

  #listChanged(list: keyof Omit<ListChanges, 'updated'>): true {
    this.#lists = { ...this.#lists, [list]: this.#lists[list] + 1 };
    this.#changes = undefined;
    return true;
  }

  #count(uri: string): void {
    const before = this.#updated.get(uri) ?? 0;
    this.#updated.delete(uri);
    this.#updated.set(uri, before + 1);
    const [oldest] = this.#updated.keys();
    if (this.#updated.size > MAX_URIS && oldest !== undefined) this.#updated.delete(oldest);
    this.#changes = undefined;
  }
}
