import { stringAt } from '../../app/base/json-value.ts';
import type { ListChanges } from '../../app/contract/session-info.ts';
import { type ReconnectSuggestion, suggestionsOf } from '../../app/protocol/negotiation.ts';
import type { Envelope } from '../../app/wire/envelope.ts';

/** Beyond this many resources the counts of the oldest are forgotten. */
const MOST_URIS = 1000;

/** Beyond this many completed elicitations the oldest are forgotten. */
const MOST_COMPLETED = 200;

/** What a server's messages report beside the answers: lists that changed, and other ways to connect. */
export class ServerNews {
  #changes: ListChanges;
  #suggestions: readonly ReconnectSuggestion[] = [];
  #completed: readonly string[] = [];

  /** `changes` are the counts of the process before, which go on: a count never falls. */
  constructor(changes: ListChanges = { tools: 0, resources: 0, prompts: 0, updated: {} }) {
    this.#changes = changes;
  }

  get changes(): ListChanges {
    return this.#changes;
  }

  get suggestions(): readonly ReconnectSuggestion[] {
    return this.#suggestions;
  }

  /** The elicitations in URL mode that the server says are done, by their id. */
  get completed(): readonly string[] {
    return this.#completed;
  }

  /** The server speaks this modern revision too, but said so only after the handshake. */
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

  /** The handshake went well: what it was refused on the way is settled. */
  shaken(): void {
    this.#suggestions = this.#suggestions.filter(({ from }) => from === 'late');
  }

  /** Takes the next message; true if there is news. */
  take(envelope: Envelope): boolean {
    if (envelope.kind === 'notification') return this.#notified(envelope.method, envelope.params);
    if (envelope.kind !== 'error') return false;
    const suggestions = suggestionsOf(envelope.error);
    if (suggestions.length === 0) return false;
    this.#suggestions = suggestions;
    return true;
  }

  #notified(method: string, params: unknown): boolean {
    const { tools, resources, prompts, updated } = this.#changes;
    switch (method) {
      case 'notifications/tools/list_changed':
        this.#changes = { ...this.#changes, tools: tools + 1 };
        return true;
      case 'notifications/resources/list_changed':
        this.#changes = { ...this.#changes, resources: resources + 1 };
        return true;
      case 'notifications/prompts/list_changed':
        this.#changes = { ...this.#changes, prompts: prompts + 1 };
        return true;
      case 'notifications/resources/updated':
        this.#changes = { ...this.#changes, updated: counted(updated, stringAt(params, 'uri') ?? '') };
        return true;
      case 'notifications/elicitation/complete':
        this.#completed = [...this.#completed, stringAt(params, 'elicitationId') ?? ''].slice(
          -MOST_COMPLETED,
        );
        return true;
      default:
        return false;
    }
  }
}

function counted(counts: ListChanges['updated'], uri: string): ListChanges['updated'] {
  const others = Object.entries(counts).filter(([known]) => known !== uri);
  const before = Object.hasOwn(counts, uri) ? (counts[uri] ?? 0) : 0;
  return Object.fromEntries([...others.slice(1 - MOST_URIS), [uri, before + 1]]);
}
