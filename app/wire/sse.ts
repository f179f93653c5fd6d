/** One server-sent event (WHATWG HTML §9.2.6), or a comment; `lines` counts its data lines. */
export type SseEvent =
  | {
      readonly kind: 'event';
      readonly data: string;
      readonly id: string | undefined;
      readonly event: string | undefined;
      readonly retry: number | undefined;
      readonly crlf: boolean;
      readonly lines: number;
    }
  | { readonly kind: 'comment'; readonly text: string };

type Draft = { data: string[]; id?: string; event?: string; retry?: number; crlf: boolean; isEmpty: boolean };

/** Maximum size of one event, in UTF-16 code units. */
const MAX_EVENT_CHARS = 64 * 1024 * 1024;

/**
 * Reads an event stream in pieces and yields its events and comments in order. Not a library, because a record keeps
 * what parsers drop: the id and retry time of an event without data, line ends, and a last event without a blank line.
 */
export class SseReader {
  #rest = '';
  #draft = newDraft();
  #chars = 0;
  #isFirst = true;

  push(text: string): SseEvent[] {
    const found: SseEvent[] = [];
    // The start of a long line is not scanned again with every piece.
    const isOpen = !/[\r\n]/.test(text) && !this.#rest.endsWith('\r') && !this.#isFirst;
    if (isOpen && this.#rest.length + text.length <= MAX_EVENT_CHARS) {
      this.#rest += text;
      return found;
    }
    const all = this.#rest + text;
    let from = this.#isFirst && all.startsWith('\uFEFF') ? 1 : 0;
    if (all !== '') this.#isFirst = false;
    // A CR at the end may be the first half of a line end. One character is found much faster than a choice of them.
    const ends = all.includes('\r') ? /\r\n|\n|\r(?!$)/g : /\n/g;
    for (const { 0: end, index } of all.matchAll(ends)) {
      this.#line(all.slice(from, index), end === '\r\n', found);
      from = index + end.length;
    }
    this.#rest = all.slice(from);
    if (this.#rest.length > MAX_EVENT_CHARS) this.#rest = '';
    return found;
  }

  /** Ends the stream: returns a started event that no blank line ended, unchanged; empty if there is none. */
  end(): string {
    const found: SseEvent[] = [];
    const rest = this.#rest;
    this.#rest = '';
    if (rest !== '') this.#line(rest.replace(/\r$/, ''), false, found);
    const { data } = this.#draft;
    this.#draft = newDraft();
    return data.join('\n');
  }

  #line(line: string, crlf: boolean, found: SseEvent[]): void {
    if (line === '') {
      this.#dispatch(found);
      return;
    }
    if (line.startsWith(':')) {
      found.push({ kind: 'comment', text: line });
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    const draft = this.#draft;
    draft.crlf = crlf;
    if (field === 'data') {
      this.#chars += value.length;
      if (this.#chars <= MAX_EVENT_CHARS) draft.data.push(value);
    } else if (field === 'event') draft.event = value;
    else if (field === 'id' && !value.includes('\0')) draft.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) draft.retry = Number(value);
    else return;
    draft.isEmpty = false;
  }

  #dispatch(found: SseEvent[]): void {
    const { data, id, event, retry, crlf, isEmpty } = this.#draft;
    this.#draft = newDraft();
    this.#chars = 0;
    if (!isEmpty)
      found.push({ kind: 'event', data: data.join('\n'), id, event, retry, crlf, lines: data.length });
  }
}

function newDraft(): Draft {
  return { data: [], crlf: false, isEmpty: true };
}
