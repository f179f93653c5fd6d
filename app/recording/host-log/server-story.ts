import { type JsonObject, parseJson } from '../../base/json-value.ts';
import type { Direction } from '../../frame/record.ts';
import type { EntryBody } from '../import/entry.ts';
import type { ImportJournal } from '../import/import-journal.ts';
import {
  rebuiltCall,
  rebuiltError,
  rebuiltRequest,
  rebuiltResult,
  rebuiltToolResult,
} from '../import/rebuilt.ts';
import type { HostGrammar, SentenceMeaning } from './host-grammar.ts';
import { statedReason } from './stated-reason.ts';
import { answered, exitCode, failedEnd, httpAnswer, httpRequest, words } from './story-records.ts';

/** Limit on followed calls without an end. */
const MAX_OPEN = 1000;
/** How hosts mark a truncated long message. */
const CUT = /\.\.\.\s?\[(?:\d+ chars )?truncated\]/;
const MAX_WORDS = 4000;
/** Milliseconds; a host's sentences on one failure come together, later ones concern another. */
const SAME_FAILURE_MS = 1000;
const GAVE_UP = 'the client gave up';
const TOLD = { rebuilt: true } as const;
const SPAWNED: EntryBody = { type: 'process', event: 'spawned' };

type OpenCall = { readonly key: string; readonly tool: string; readonly id: number; readonly x: number };

/** Rebuilds the session of one server from a host's log, sentence by sentence. */
export class ServerStory {
  readonly #grammar: HostGrammar;
  readonly #journal: ImportJournal;
  readonly #name: string;
  /** `down` from the first sentence that says so; a host may say it in several. */
  #state: 'unknown' | 'starting' | 'up' | 'down' | 'stopped' = 'unknown';
  /** The time of the current sentence, and of the connection's failure, in milliseconds. */
  #now: number | undefined;
  #downAt: number | undefined;
  /** What failed last: a host may say it twice. */
  #failure = '';
  #isAnnounced = false;
  /** A start whose kind is not yet known. */
  #mayHaveStarted = false;
  #url = '';
  #command: readonly string[] = [];
  #folders: readonly string[] = [];
  /** Calls without an end, by their own id or their tool; oldest first. */
  readonly #open: OpenCall[] = [];
  #lastId = 0;
  #exchanges = 0;
  /** True once the log contains messages: then no calls are rebuilt from sentences. */
  #hasFrames = false;
  /** Why an attempt to connect failed, before the host makes another one. */
  #attempt = '';
  #printed = { line: '', opening: '' };
  /** The handshake until a line shows its success: its id and its HTTP exchange. */
  #handshake: { readonly id: number; readonly x: number } | undefined;

  constructor(grammar: HostGrammar, journal: ImportJournal, name: string) {
    this.#grammar = grammar;
    this.#journal = journal;
    this.#name = name;
  }

  /** Stores the folders that the host searched for the command; the next announcement includes them. */
  lookedIn(folders: readonly string[]): void {
    this.#folders = folders;
    this.#isAnnounced = false;
  }

  /** The records for a sentence; empty if it stays a plain line. */
  take(meaning: SentenceMeaning, line: string, epochMs?: number): EntryBody[] {
    this.#now = epochMs;
    const placed = this.#place(meaning.groups);
    const bodies = this.#bodies(meaning, line);
    if (placed.length + bodies.length === 0) return [];
    const isNew = placed.length === 0 && !this.#isAnnounced;
    const announced = isNew ? [this.#announcement()] : placed;
    const begun = this.#mayHaveStarted && bodies.length > 0 ? this.#begin() : [];
    return [...announced, ...begun, ...bodies];
  }

  /** The start of a process, and its handshake unless a line of the log will show it. */
  #begin(): EntryBody[] {
    this.#mayHaveStarted = false;
    const spawned = this.#url === '' ? [SPAWNED] : [];
    const { messages, client } = this.#grammar;
    if (messages === true) return spawned;
    return [...spawned, ...this.#shakeHands(client === '' ? {} : { clientInfo: { name: client } })];
  }

  #shakeHands(params: JsonObject): EntryBody[] {
    this.#lastId += 1;
    const asked = this.#asked(rebuiltRequest(this.#lastId, 'initialize', params));
    this.#handshake = { id: this.#lastId, x: this.#url === '' ? 0 : this.#exchanges };
    return asked;
  }

  /** A line shows that the handshake succeeded. */
  #shakenHands(): EntryBody[] {
    const { id, x } = this.#handshake ?? { id: 0, x: 0 };
    this.#handshake = undefined;
    if (this.#state !== 'down') this.#state = 'up';
    return id === 0 ? [] : answered(x, rebuiltResult(id, {}));
  }

  #announcement(): EntryBody {
    this.#isAnnounced = true;
    const [command, ...args] = this.#command;
    const { client } = this.#grammar;
    return {
      type: 'session',
      label: this.#name || this.#journal.label,
      ...(this.#url !== ''
        ? { transport: 'streamable-http', url: this.#url }
        : command === undefined
          ? {}
          : { command, args, ...(this.#folders.length === 0 ? {} : { path: [...this.#folders] }) }),
      ...(client === '' ? {} : { client }),
    };
  }

  #bodies({ means, groups, rest }: SentenceMeaning, line: string): EntryBody[] {
    const { reason = rest } = groups;
    switch (means) {
      case 'line':
      case 'place':
        return [];
      case 'start':
        return this.#start();
      case 'printed':
        return this.#printedLine(rest);
      case 'connected':
        return this.#shakenHands();
      case 'stderr':
        return rest.trim() === '' ? [] : [{ type: 'stderr', text: rest.trimEnd() }];
      case 'sent':
        return this.#message('client-to-server', rest);
      case 'received':
        return this.#message('server-to-client', rest);
      case 'call':
        return [...this.#shakenHands(), ...this.#call(groups)];
      case 'done':
        return [...this.#shakenHands(), ...this.#ended(groups, (id) => rebuiltToolResult(id, '', false))];
      case 'failed':
        return this.#failed(groups, reason.trim().slice(0, MAX_WORDS));
      case 'asked':
        return this.#exchange(
          groups.id ?? 'POST',
          `http://${groups.host ?? ''}${groups.path ?? ''}`,
          Number(groups.code),
        );
      case 'cancelled':
        return this.#ended(groups, (id) => ({ type: 'client', event: 'cancelled', id, message: line }));
      case 'stop':
        return this.#stop(line);
      case 'left-out':
        return [{ type: 'client', event: 'result-rejected', message: line }];
      case 'not-started':
        return this.#notStarted(reason.trim() || line);
      case 'timeout':
        return this.#timeout(line);
      case 'closed':
        return this.#closed(line, exitCode(groups.code));
      case 'trouble':
        return this.#trouble(reason.slice(0, MAX_WORDS), line);
      case 'attempt':
        this.#attempt = reason.slice(0, MAX_WORDS);
        return [];
      case 'lost':
        return this.#lost(reason.slice(0, MAX_WORDS), line);
    }
  }

  #place({ command, args, url }: SentenceMeaning['groups']): EntryBody[] {
    if (url !== undefined) this.#url = url;
    if (command !== undefined) {
      this.#command = words(command, args);
      this.#url = '';
    }
    return url === undefined && command === undefined ? [] : [this.#announcement()];
  }

  #start(): EntryBody[] {
    // A host reports the start of a server in several lines.
    if (this.#state === 'starting') return [];
    this.#state = 'starting';
    this.#printed = { line: '', opening: '' };
    this.#open.length = 0;
    this.#handshake = undefined;
    this.#mayHaveStarted = this.#grammar.startsEither === true;
    return this.#mayHaveStarted ? [] : this.#begin();
  }

  #printedLine(rest: string): EntryBody[] {
    const line = parseJson(rest);
    return typeof line === 'string' ? this.#print(line.replace(/\r?\n$/, ''), true, rest) : [];
  }

  #stop(line: string): EntryBody[] {
    if (this.#state === 'down' || this.#state === 'stopped') return [];
    this.#state = 'stopped';
    return [{ type: 'client', event: 'closed', message: line }];
  }

  #message(direction: Direction, raw: string): EntryBody[] {
    this.#hasFrames = true;
    if (this.#state === 'starting' && direction === 'server-to-client') this.#state = 'up';
    const text = raw.trim();
    // Hosts write parsed messages, so invalid JSON here was cut by the log.
    if (!/^[[{]/.test(text) || CUT.test(text) || !/[\]}]$/.test(text)) {
      this.#journal.note('The log cuts long messages: those are shown as lines.');
      return [];
    }
    return [{ type: 'frame', direction, raw: text }];
  }

  #call({ tool = '', id = tool, args }: SentenceMeaning['groups']): EntryBody[] {
    if (this.#hasFrames) return [];
    this.#lastId += 1;
    const value = args === undefined ? undefined : parseJson(args);
    const asked = this.#asked(rebuiltCall(this.#lastId, tool, typeof value === 'object' ? value : undefined));
    this.#open.push({ key: id, tool, id: this.#lastId, x: this.#url === '' ? 0 : this.#exchanges });
    if (this.#open.length > MAX_OPEN) this.#open.shift();
    return asked;
  }

  /** A request; over HTTP, in its own exchange. */
  #asked(frame: Extract<EntryBody, { type: 'frame' }>): EntryBody[] {
    if (this.#url === '') return [frame];
    this.#exchanges += 1;
    return [httpRequest(this.#exchanges, this.#url), { ...frame, http: { x: this.#exchanges } }];
  }

  /** The end of a tool's call, or of the one with an id; adds the call if no line started it. */
  #ended(groups: SentenceMeaning['groups'], end: (id: number) => EntryBody): EntryBody[] {
    if (this.#hasFrames) return [];
    const { call, begun } = this.#callOf(groups);
    if (call === undefined) return [];
    const body = end(call.id);
    return [...begun, ...(body.type === 'frame' ? answered(call.x, body) : [body])];
  }

  #callOf({ id, tool }: SentenceMeaning['groups']): { call: OpenCall | undefined; begun: EntryBody[] } {
    const at = this.#open.findIndex((one) => (id === undefined ? one.tool === tool : one.key === id));
    if (at >= 0) return { call: this.#open.splice(at, 1)[0], begun: [] };
    if (tool === undefined) return { call: undefined, begun: [] };
    const begun = this.#call({ tool, id });
    return { call: this.#open.pop(), begun };
  }

  #failed(groups: SentenceMeaning['groups'], reason: string): EntryBody[] {
    const stated = statedReason(reason);
    // Its call was lost with the connection, as an earlier line reported.
    if (this.#hasFrames || (stated.kind === 'closed' && this.#state === 'down')) return [];
    if (groups.tool === undefined && groups.id === undefined) return this.#trouble(reason, reason);
    const shaken = this.#state === 'down' ? [] : this.#shakenHands();
    if (stated.kind === 'closed')
      return [...shaken, ...this.#callOf(groups).begun, ...this.#closed(reason, stated.exitCode)];
    return [...shaken, ...this.#ended(groups, (id) => failedEnd(id, stated, reason))];
  }

  /** The records for a connection problem that the host reports in these words. */
  #trouble(words: string, line: string): EntryBody[] {
    const stated = statedReason(words);
    switch (stated.kind) {
      case 'printed':
        return this.#print(stated.line, stated.isWhole, line);
      case 'not-started':
        return this.#notStarted(words.trim());
      case 'timeout':
        return this.#timeout(line);
      case 'closed':
        return this.#closed(line, stated.exitCode);
      case 'status':
        return this.#refused(stated.status, line);
      case 'network':
        return this.#unreached(stated, words);
      case 'error':
        return this.#refusedStart(stated.code, stated.message);
      case 'rejected':
        return this.#fail([{ type: 'client', event: 'result-rejected', message: line }]);
      case 'unknown':
        return [];
    }
  }

  /** The connection certainly failed; an earlier attempt may say why. */
  #lost(words: string, line: string): EntryBody[] {
    const attempt = this.#attempt;
    this.#attempt = '';
    const isKnown = (said: string) => statedReason(said).kind !== 'unknown';
    if (isKnown(words)) return this.#trouble(words, line);
    return isKnown(attempt) ? this.#trouble(attempt, attempt) : this.#closed(line, null);
  }

  #print(line: string, isWhole: boolean, said: string): EntryBody[] {
    if (!isWhole)
      this.#journal.note(
        'Of lines of stdout that are not JSON, the log quotes a part: dots stand for the rest.',
      );
    // Only stdio has a stdout; a host reports an unreadable line in several sentences.
    if (this.#url !== '') return this.#fail([{ type: 'client', event: 'result-rejected', message: said }]);
    const opening = said.slice(0, said.indexOf('"') + 1);
    const isRepeated = this.#printed.line === line && this.#printed.opening !== opening;
    this.#printed = { line, opening };
    return isRepeated ? [] : [{ type: 'frame', direction: 'server-to-client', raw: line }];
  }

  /** Reports a failed connection once; `failure` is the server's own statement, which vague words never repeat. */
  #fail(bodies: EntryBody[], failure = ''): EntryBody[] {
    const isSaid = failure === '' || failure === this.#failure;
    if (this.#isSameFailure() && isSaid) return [];
    this.#state = 'down';
    this.#downAt = this.#now;
    this.#failure = failure;
    return bodies;
  }

  #isSameFailure(): boolean {
    const since = (this.#now ?? 0) - (this.#downAt ?? this.#now ?? 0);
    return this.#state === 'down' && since < SAME_FAILURE_MS;
  }

  #notStarted(reason: string): EntryBody[] {
    const [command] = this.#command;
    const named =
      command === undefined || reason.includes(command) ? reason : `Failed to spawn ${command}: ${reason}`;
    const where = this.#folders.length === 0 ? '' : ` (looked in ${this.#folders.join(', ')})`;
    return this.#fail([{ type: 'process', event: 'spawn-failed', message: `${named}${where}` }]);
  }

  #timeout(line: string): EntryBody[] {
    if (this.#state === 'stopped') return [];
    // Its start may be missing from the log.
    const begun = this.#state === 'unknown' && !this.#hasFrames ? this.#shakeHands({}) : [];
    const named = this.#handshake === undefined ? {} : { id: this.#handshake.id };
    const failed = this.#fail([...begun, { type: 'client', event: 'timeout', message: line, ...named }]);
    if (failed.length > 0) this.#failure = GAVE_UP;
    return failed;
  }

  #closed(line: string, code: number | null): EntryBody[] {
    if (this.#state === 'stopped') return [];
    // A client that gives up closes the connection itself (TypeScript SDK, `Protocol.connect`).
    if (this.#isSameFailure() && this.#failure === GAVE_UP) {
      this.#state = 'stopped';
      return [{ type: 'client', event: 'closed', message: line }];
    }
    if (this.#url !== '') return this.#fail(this.#httpFailed({ phase: 'body', message: line }));
    return this.#fail([
      { type: 'process', event: 'exited', exitCode: code, message: line, ...(code === null ? TOLD : {}) },
    ]);
  }

  /** An HTTP status in place of an answer. */
  #refused(status: number, line: string): EntryBody[] {
    if (this.#url === '') return this.#closed(line, null);
    const { x = 0 } = this.#handshake ?? {};
    return this.#fail(x > 0 ? httpAnswer(x, status) : this.#exchange('POST', this.#url, status));
  }

  #exchange(method: string, url: string, status: number): EntryBody[] {
    this.#exchanges += 1;
    const x = this.#exchanges;
    return [{ ...httpRequest(x, url), method }, ...httpAnswer(x, status)];
  }

  #unreached(
    { phase, code }: { phase: 'dns' | 'connect' | 'tls' | 'headers'; code: string },
    words: string,
  ): EntryBody[] {
    const message = words.trim().slice(0, 300);
    return this.#fail(this.#httpFailed({ phase, ...(code === '' ? {} : { code }), message }));
  }

  /** The handshake's exchange failed, or another one. */
  #httpFailed(failed: {
    phase: 'dns' | 'connect' | 'tls' | 'headers' | 'body';
    code?: string;
    message: string;
  }): EntryBody[] {
    const { x = 0 } = this.#handshake ?? {};
    if (x === 0) this.#exchanges += 1;
    const number = x || this.#exchanges;
    const record = { type: 'http', x: number, event: 'failed', ...failed, rebuilt: true } as const;
    return x === 0 ? [httpRequest(number, this.#url), record] : [record];
  }

  /** The server answered the handshake with an error. */
  #refusedStart(code: number, message: string): EntryBody[] {
    if (this.#hasFrames) return [];
    // Its start may be missing from the log.
    const begun = this.#handshake === undefined ? this.#shakeHands({}) : [];
    const { id = 0, x = 0 } = this.#handshake ?? {};
    return this.#fail([...begun, ...answered(x, rebuiltError(id, code, message))], `${code} ${message}`);
  }
}
