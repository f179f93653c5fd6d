import type { HttpLinkState } from '../../app/contract/session-info.ts';
import { editedHeaders, type HttpEdit } from '../../app/requests/raw-editor/http-edit.ts';
import { type HttpExchange, messageOf, pathIn, statusOf } from '../../app/session/http-exchange.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import type { HttpHeads } from './http-heads.ts';
import type { HttpAsked, HttpCall, HttpWire } from './http-wire.ts';
import type { HttpSent } from './server-link.ts';

/** Sends a request with the changes of `edit`. */
export function sendEdited(
  { wire, heads, url }: { readonly wire: HttpWire; readonly heads: HttpHeads; readonly url: string },
  bytes: Uint8Array,
  edit: HttpEdit,
  onMessage: HttpAsked['onMessage'],
): { readonly call: HttpCall; readonly envelope: Envelope; readonly sent: HttpSent } {
  const body = new TextDecoder().decode(bytes);
  const envelope = readEnvelope(body);
  const { method = 'POST', suffix = '', leaves = false } = edit;
  const address = new URL(url);
  address.pathname += suffix;
  const ours = heads.of(method, envelope);
  const call = wire.exchange({
    ...{ method, url: address.href, body, envelope, isRaw: true, headers: editedHeaders(ours, edit) },
    ...(onMessage === undefined ? {} : { onMessage }),
  });
  if (leaves) void call.head.then(call.close);
  const done = call.done.then((http) => ({
    ...{ seq: http.endSeq, status: statusOf(http), isLeft: http.how === 'client-closed' },
    text: messageOf(http),
  }));
  return { call, envelope, sent: { seq: call.seq, done, close: call.close } };
}

type Shown = NonNullable<HttpLinkState['openRaw']>;

/** The raw requests that are still open, for a person to end. */
export class OpenRaw {
  readonly #calls = new Map<number, HttpCall>();
  readonly #show: (open: Shown) => void;

  /** `show` is called whenever they change. */
  constructor(show: (open: Shown) => void) {
    this.#show = show;
  }

  /** Resolves when the request is over. */
  async keep(call: HttpCall): Promise<HttpExchange> {
    this.#calls.set(call.seq, call);
    this.#changed();
    const http = await call.done;
    this.#calls.delete(call.seq);
    this.#changed();
    return http;
  }

  /** Closes one by its seq; false if it is over. */
  end(seq: number): boolean {
    const call = this.#calls.get(seq);
    call?.close();
    return call !== undefined;
  }

  #changed(): void {
    const open = [...this.#calls.values()];
    this.#show(open.map(({ seq, http }) => ({ seq, what: `${http.request?.method ?? ''} ${pathIn(http)}` })));
  }
}
