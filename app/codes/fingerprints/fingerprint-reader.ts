import { groupedBy } from '../../base/grouped-by.ts';
import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { TextMemo } from '../../base/text-memo.ts';
import { isRewritten } from '../../frame/answer-change.ts';
import { firstText } from '../../frame/preview.ts';
import type { FrameRecord, ProcessRecord } from '../../frame/record.ts';
import { isToolError } from '../../protocol/result-check.ts';
import {
  type AnswerEvent,
  isOfMessages,
  type MessageEvent,
  type SessionEvent,
  type SessionReader,
} from '../../session/session-event.ts';
import type { WireError } from '../../wire/envelope.ts';
import { ALL_FINGERPRINTS, type Fingerprint, type Matcher } from './fingerprint.ts';
import { type SeenError, type SeenResult, TEXT_LIMIT } from './seen-answer.ts';
import {
  activeVocabularies,
  guessesFrom,
  ShownLayers,
  type VocabularyGuess,
  type VocabularyLayers,
} from './vocabulary-guess.ts';

/** More tools reveal no more about their SDK. */
const MAX_TOOLS = 50;
/** This many results show the order in which a server writes members. */
const TELLING_RESULTS = 20;
/** Characters read per log line: an SDK is named at the start of a line, or in the first frames of a trace. */
const LOG_LIMIT = 1000;

/** Collects from one session's events what reveals the server's SDK; sends nothing. */
export class FingerprintReader implements SessionReader {
  /** Each trait counts once, with the first record that showed it. */
  readonly #seen = new Map<Fingerprint, number>();
  #malformedSeq = 0;
  #results = 0;
  readonly #shown = new ShownLayers();
  #guesses: readonly VocabularyGuess[] | undefined;
  #layers: VocabularyLayers | undefined;

  take(event: SessionEvent): void {
    const before = this.#seen.size;
    if (event.kind === 'batch') for (const part of event.parts) this.#message(part);
    else if (event.kind === 'process') this.#process(event.record);
    else if (event.kind === 'note' && event.record.type === 'stderr')
      this.#log(event.record.seq, event.record.text);
    else if (isOfMessages(event)) this.#message(event);
    if (this.#seen.size === before) return;
    this.#shown.settle();
    this.#guesses = undefined;
    this.#layers = undefined;
  }

  /** How many traits were seen so far; increases whenever the guesses may change. */
  get traits(): number {
    return this.#seen.size;
  }

  /** All vocabularies with points, strongest first, for ranking meanings. */
  get guesses(): readonly VocabularyGuess[] {
    this.#guesses ??= guessesFrom(this.#seen);
    return this.#guesses;
  }

  get layers(): VocabularyLayers {
    this.#layers ??= this.#shown.among(this.guesses);
    return this.#layers;
  }

  get spoken(): readonly Pick<VocabularyGuess, 'id' | 'confidence'>[] {
    return activeVocabularies(this.layers);
  }

  /** Their ids; a new list whenever they change. */
  get vocabularies(): readonly string[] {
    return this.#shown.ids;
  }

  #message(event: MessageEvent): void {
    const { record } = event;
    if (record.direction === 'client-to-server') {
      this.#malformedSeq = event.kind === 'malformed' ? record.seq : 0;
      return;
    }
    // The user rewrote it, so it says nothing about the server.
    if (isRewritten(record)) return;
    if (event.kind === 'answer') this.#answer(event);
    else if (event.kind === 'notification') {
      this.#notification(record.seq, event.envelope.method, event.envelope.params);
    } else if (event.kind === 'malformed') this.#log(record.seq, event.text);
  }

  #answer(event: AnswerEvent): void {
    const { record, envelope, match } = event;
    this.#malformedSeq = 0;
    // A duplicate answer does not belong to an open request.
    const method = match === 'duplicate' ? undefined : event.exchange?.method;
    if (envelope.kind === 'error') this.#error(event, envelope.error, method);
    else if (isJsonObject(envelope.result)) {
      this.#result(record, method ?? '', envelope.result, event.exchange?.params);
    }
  }

  #error({ record, envelope, match }: AnswerEvent, error: WireError, method: string | undefined): void {
    const { seq } = record;
    const { code, data } = error;
    const seen: SeenError = {
      method: method ?? '',
      code: typeof code === 'number' ? code : undefined,
      message: error.message.slice(0, TEXT_LIMIT),
      data,
      id: envelope.id?.text ?? (envelope.faults.includes('id-null') ? 'null' : ''),
      ownId: match !== 'id' && match !== 'other-type',
      raw: record.raw ?? '',
    };
    for (const possible of [wordedErrors(seen.code, seen.message), errorsByShape(seen)])
      for (const fingerprint of possible) if (fingerprint.matcher.fits(seen)) this.#see(fingerprint, seq);
  }

  #result(record: FrameRecord, method: string, result: JsonObject, params: unknown): void {
    const seen: SeenResult = { result, raw: record.raw ?? '', params };
    if (this.#results < TELLING_RESULTS) {
      this.#results += 1;
      for (const fingerprint of RESULTS) {
        if (!this.#seen.has(fingerprint) && fingerprint.matcher.fits(seen))
          this.#see(fingerprint, record.seq);
      }
    }
    for (const fingerprint of resultsByMethod.get(method) ?? NONE) {
      if (fingerprint.matcher.fits(seen)) this.#see(fingerprint, record.seq);
    }
    if (isToolError(method, result)) this.#toolError(record.seq, result);
    if (method === 'tools/list' && Array.isArray(result.tools)) this.#tools(record.seq, result.tools);
  }

  #toolError(seq: number, result: JsonObject): void {
    const seen = { text: (firstText(result) ?? '').slice(0, TEXT_LIMIT), result };
    for (const fingerprint of toolErrorsByText.of(seen.text) ?? TOOL_ERRORS_BY_SHAPE) {
      if (fingerprint.matcher.fits(seen)) this.#see(fingerprint, seq);
    }
  }

  #tools(seq: number, tools: readonly unknown[]): void {
    const listed = tools.slice(0, MAX_TOOLS).filter(isJsonObject);
    for (const fingerprint of TOOLS) {
      if (!this.#seen.has(fingerprint) && listed.some((tool) => fingerprint.matcher.fits(tool)))
        this.#see(fingerprint, seq);
    }
  }

  #notification(seq: number, method: string, params: unknown): void {
    const logger = method === 'notifications/message' ? stringAt(params, 'logger') : undefined;
    if (logger !== undefined) this.#log(seq, logger);
  }

  #log(seq: number, line: string): void {
    for (const fingerprint of traitsOfLine.of(line.slice(0, LOG_LIMIT)) ?? []) this.#see(fingerprint, seq);
  }

  #process(record: ProcessRecord): void {
    const ended = record.event === 'exited' || record.event === 'stdout-closed';
    if (record.event === 'stdin-closed') this.#malformedSeq = 0;
    if (!ended || this.#malformedSeq === 0) return;
    for (const fingerprint of ENDED_BY_MALFORMED_LINE) this.#see(fingerprint, record.seq);
    this.#malformedSeq = 0;
  }

  /** A batch may show a trait twice: the first record counts. */
  #see(fingerprint: Fingerprint, seq: number): void {
    if (this.#seen.has(fingerprint)) return;
    this.#seen.set(fingerprint, seq);
    this.#shown.add(fingerprint);
  }
}

type FingerprintOf<Kind extends Matcher['kind']> = Fingerprint & {
  readonly matcher: Extract<Matcher, { kind: Kind }>;
};

function ofKind<Kind extends Matcher['kind']>(kind: Kind): readonly FingerprintOf<Kind>[] {
  return ALL_FINGERPRINTS.filter(
    (fingerprint): fingerprint is FingerprintOf<Kind> => fingerprint.matcher.kind === kind,
  );
}

/** Tests whether any pattern matches, joined into one; patterns with back references stay separate. */
function anyOf(patterns: readonly (RegExp | undefined)[]): (text: string) => boolean {
  const all = patterns.filter((pattern) => pattern !== undefined);
  const apart = all.filter(({ source, flags }) => flags !== '' || /\\\d/.test(source));
  const joined = all.filter((pattern) => !apart.includes(pattern)).map(({ source }) => source);
  const common = joined.length === 0 ? undefined : new RegExp(joined.join('|'));
  return (text) => common?.test(text) === true || apart.some((pattern) => pattern.test(text));
}

const ERRORS = ofKind('error');
const WANTED_CODES: ReadonlySet<number | undefined> = new Set(ERRORS.flatMap(({ matcher }) => matcher.code));
const TOOL_ERRORS = ofKind('tool-error');
const LOG = ofKind('log');
const anyLog = anyOf(LOG.map(({ matcher }) => matcher.text));

/** Tool error traits that need no text pattern; the others are in `wordedToolErrors`. */
const TOOL_ERRORS_BY_SHAPE = TOOL_ERRORS.filter(({ matcher }) => matcher.text === undefined);
const TOOLS = ofKind('tool');
const RESULTS = ofKind('result').filter(({ matcher }) => matcher.method === undefined);
const ENDED_BY_MALFORMED_LINE = ofKind('ended-by-malformed-line');

const SHAPED = ERRORS.filter(({ matcher }) => matcher.message === undefined);
const WORDED = ERRORS.filter(({ matcher }) => matcher.message !== undefined);
const DATA = 1;
const OWN_ID = 2;
/** By code, then by what the error has. */
const errorsOfCode = new Map([undefined, ...WANTED_CODES].map((code) => [code, shapesOf(code)]));

function shapesOf(code: number | undefined): readonly (readonly FingerprintOf<'error'>[])[] {
  const possible = ofWantedCode(SHAPED, code);
  return [0, DATA, OWN_ID, DATA | OWN_ID].map((has) =>
    possible.filter(({ matcher: { needs } }) => {
      return needs === undefined || (has & (needs === 'data' ? DATA : OWN_ID)) !== 0;
    }),
  );
}

/** Error traits that need no message pattern; the others are in `wordedErrors`. */
function errorsByShape({ code, data, ownId }: SeenError): readonly FingerprintOf<'error'>[] {
  const shapes = errorsOfCode.get(code) ?? errorsOfCode.get(undefined);
  return shapes?.[(data === undefined ? 0 : DATA) | (ownId ? OWN_ID : 0)] ?? NONE;
}

const resultsByMethod = groupedBy(ofKind('result'), ({ matcher }) => matcher.method);

const NONE: readonly never[] = [];

const traitsOfLine = new TextMemo((line) =>
  anyLog(line) ? LOG.filter(({ matcher }) => matcher.text.test(line)) : null,
);

const anyToolError = anyOf(TOOL_ERRORS.map(({ matcher }) => matcher.text));

const toolErrorsByText = new TextMemo((text) => {
  if (!anyToolError(text)) return null;
  const fits = ({ matcher }: FingerprintOf<'tool-error'>) => matcher.text?.test(text) === true;
  return TOOL_ERRORS.filter((one) => one.matcher.text === undefined || fits(one));
});

const errorsByText = new Map<number | undefined, TextMemo<readonly FingerprintOf<'error'>[] | null>>();

/** The error traits whose message pattern matches; the others are in `errorsByShape`. */
function wordedErrors(code: number | undefined, message: string): readonly FingerprintOf<'error'>[] {
  const key = WANTED_CODES.has(code) ? code : undefined;
  let memo = errorsByText.get(key);
  if (memo === undefined) {
    const all = ofWantedCode(WORDED, key);
    const any = anyOf(all.map(({ matcher }) => matcher.message));
    memo = new TextMemo((text) =>
      any(text) ? all.filter(({ matcher }) => matcher.message?.test(text) === true) : null,
    );
    errorsByText.set(key, memo);
  }
  return memo.of(message) ?? NONE;
}

function ofWantedCode(
  all: readonly FingerprintOf<'error'>[],
  code: number | undefined,
): readonly FingerprintOf<'error'>[] {
  return all.filter(({ matcher: { code: wanted } }) => {
    if (wanted === undefined || wanted === code) return true;
    return typeof wanted === 'object' && code !== undefined && wanted.includes(code);
  });
}
