import { HttpWriter, type HttpWritten } from '../../app/frame/http-writer.ts';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import type { RecordBody } from '../session/record-body.ts';
import type { Copied, HttpCopied, HttpTapped, TapNote } from './tap-message.ts';
import { noteMembers, TAPPED_SESSION, type TapStore } from './tap-recording.ts';

type Open = { readonly writer: HttpWriter; note: TapNote | undefined };
type Body =
  | RecordBody
  | HttpWritten
  | {
      readonly type: 'session';
      readonly label: string;
      readonly origin: 'tap';
      readonly transport: string;
      readonly url: string;
      readonly insecure?: true;
    };

/** Turns the traffic of an HTTP tap into redacted records of its sessions. */
export class HttpTapRecording {
  readonly #store: TapStore;
  readonly #epoch: number;
  readonly #about: HttpTapped;
  readonly #secrets: HttpSecrets;
  readonly #open = new Map<number, Open>();
  #at: number;
  #seq = 0;
  /** Records about the tap as a whole go to the latest session. */
  #session = TAPPED_SESSION;

  constructor(store: TapStore, epoch: number, about: HttpTapped) {
    this.#store = store;
    this.#epoch = epoch;
    this.#at = epoch;
    this.#about = about;
    this.#secrets = new HttpSecrets(about.secretHeaders);
  }

  record(body: RecordBody, at: number): void {
    this.#at = at;
    this.#write(body, this.#session);
  }

  copied(copied: Copied): void {
    if (copied.kind !== 'http') return;
    const { x, event, chunk, at } = copied;
    this.#at = at;
    if (event.kind === 'session') this.#begin(event);
    else if (event.kind === 'request') this.#request(x, event, chunk);
    else if (event.kind === 'note')
      this.#write({ type: 'mark', ...noteMembers(event.note), label: event.note.label }, event.session);
    else this.#answer(x, event, chunk);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #begin({ session, url, transport }: Extract<HttpCopied, { kind: 'session' }>): void {
    const { label, insecure } = this.#about;
    this.#session = session;
    this.#write(
      { type: 'session', label, origin: 'tap', transport, url, ...(insecure ? { insecure: true } : {}) },
      session,
    );
  }

  #request(x: number, event: Extract<HttpCopied, { kind: 'request' }>, body: Uint8Array): void {
    const { session, asked, length = body.length } = event;
    const open: Open = {
      note: undefined,
      writer: new HttpWriter(x, this.#secrets, (written) => {
        this.#written(written, session, open);
      }),
    };
    this.#open.set(x, open);
    open.writer.begin(asked, length ?? undefined);
    open.writer.more(body);
    if (event.length === undefined) open.writer.sent();
  }

  #answer(x: number, event: HttpCopied, chunk: Uint8Array): void {
    const open = this.#open.get(x);
    if (open === undefined) return;
    const { writer } = open;
    switch (event.kind) {
      case 'asked':
        if (event.elided !== undefined) writer.elideRequest(event.elided);
        writer.more(chunk);
        if (event.isLast) writer.sent();
        return;
      case 'response':
        writer.response(event.head);
        return;
      case 'chunk':
        open.note = event.note;
        writer.chunk(chunk);
        return;
      case 'elided':
        writer.elide(event.bytes);
        return;
      case 'end':
        writer.end(event.how);
        break;
      case 'failed':
        writer.failed(event.failure);
    }
    this.#open.delete(x);
  }

  #written(written: HttpWritten, session: string, open: Open): void {
    const { note } = open;
    if (note === undefined || written.type !== 'frame' || written.direction !== 'server-to-client') {
      this.#write(written, session);
      return;
    }
    open.note = undefined;
    this.#write({ ...written, ...noteMembers(note) }, session);
    this.#write({ type: 'mark', label: note.label, about: this.#seq }, session);
  }

  #write(body: Body, session: string): void {
    this.#seq += 1;
    const at = Math.round((this.#at - this.#epoch) * 1000) / 1000;
    this.#store.append({ seq: this.#seq, at, session, ...body });
  }
}
