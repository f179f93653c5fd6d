import { foreignName } from '../../base/foreign-text.ts';
import { isJsonObject, jsonText, parseJson, stringAt } from '../../base/json-value.ts';
import { opposite } from '../../frame/record.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';
import { atLeast, atMost, LAST_INITIALIZE, readRevision } from '../../protocol/revisions.ts';
import { idText } from '../../session/answer-outcome.ts';
import type { Exchange } from '../../session/exchange.ts';
import { answerTo, callWithId } from '../call-name.ts';
import { TRAIT } from '../error-text.ts';
import type { RequestMessage } from '../message.ts';
import type { UnreadLine } from '../odd-lines.ts';
import { idRepair } from '../repair.ts';
import type { EndVerdict, RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { answerLine, lineExcerpt, requestLine, wireExcerpt } from '../wire-excerpt.ts';

export const E01: RuleCheck = {
  fault({ faults, envelope, line, exchange }) {
    const answer = answerTo(exchange);
    if (envelope.kind === 'error' && faults.includes('result-and-error')) {
      const id = envelope.id?.text;
      return {
        case: 'both',
        values: { answer },
        before: lineExcerpt(line),
        ...(id === undefined ? {} : { after: answerLine(envelope, id), repair: { kind: 'envelope' } }),
      };
    }
    if (!faults.includes('no-result-no-error')) return undefined;
    return { case: 'neither', values: { answer }, before: lineExcerpt(line) };
  },
};

const ID_CHARS = 80;

export const E02: RuleCheck = {
  fault({ faults, envelope, line }) {
    if (!faults.includes('version-not-2.0')) return undefined;
    const answer = envelope.kind === 'result' || envelope.kind === 'error' ? envelope : undefined;
    const before = lineExcerpt(line);
    if (answer?.id === undefined) return { case: 'answer.unnamed', before };
    const id = answer.id.text;
    return {
      case: 'answer',
      values: { id: id.slice(0, ID_CHARS) },
      before,
      after: answerLine(answer, id),
      repair: { kind: 'envelope' },
    };
  },
  malformed({ envelope, text }) {
    if (envelope.kind !== 'not-json-rpc' || !isVersionless(envelope.value)) return undefined;
    const { jsonrpc, method, ...others } = envelope.value;
    return {
      case: jsonrpc === undefined ? 'message' : 'message.other',
      values: { method: jsonText(method).slice(0, ID_CHARS), says: jsonText(jsonrpc).slice(0, ID_CHARS) },
      before: lineExcerpt(text),
      after: wireExcerpt({ jsonrpc: '2.0', method, ...others }),
    };
  },
};

/** True for a value that would be a JSON-RPC message if it had a version. */
function isVersionless(value: unknown): value is { readonly [key: string]: unknown } {
  return isJsonObject(value) && value.jsonrpc !== '2.0' && typeof value.method === 'string';
}

export const E03: RuleCheck = {
  reaction: true,
  fault({ faults, exchange, envelope, at, sender, seq }, view) {
    if (!faults.includes('id-null') || (envelope.kind !== 'error' && envelope.kind !== 'result'))
      return undefined;
    const before = answerLine(envelope, 'null');
    const certain = exchange !== undefined && exchange.requestSeq >= view.facts.gapSeq;
    const line = sender === 'server-to-client' ? view.unreadLines.newestAt(at) : undefined;
    if (line !== undefined) {
      return {
        evidence: [line.seq, seq],
        case: 'unread-line',
        values: { line: line.seq },
        before,
      };
    }
    const noise = sender === 'client-to-server' ? view.noise.at(-1) : undefined;
    if (noise !== undefined && exchange === undefined)
      return { evidence: [noise, seq], case: 'noise', values: { line: noise }, before };
    if (!certain) return { case: 'unsure', before };
    return {
      case: 'sure',
      values: { call: callWithId(exchange) },
      before,
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
};

/** SDKs that answer under their own ids, whatever the server's author does. */
const DO_THIS = ['hermes', 'swift-sdk'];
/** Such ids show it even without other evidence; the Python SDK's is in its `streamable_http.py`. */
export const PYTHON_ID = '"server-error"';
const HERMES_ID = /^"err_[\w+/=-]{8,}"$/;

export const E04: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange, sender }, view) {
    const { id } = envelope;
    if (id === undefined || (match !== 'orphan' && match !== 'own-id') || !view.facts.complete)
      return undefined;
    const asker = opposite(sender);
    const { model } = view;
    const isKnown =
      model.book.index.otherType(asker, id) !== undefined || model.book.index.usedBefore(asker, id);
    if (exchange === undefined && isKnown) return undefined;
    // The client sent a malformed line with this id: this is its answer, which other rules name.
    if (sender === 'server-to-client' && view.unreadLines.named(id.key)) return undefined;
    const isOfPython = sender === 'server-to-client' && id.text === PYTHON_ID;
    return {
      case: isOfPython ? 'server-error' : exchange === undefined ? 'none' : 'open',
      values: { id: id.text.slice(0, 80), call: exchange && callWithId(exchange) },
      before: answerLine(envelope, id.text),
      ...(exchange === undefined
        ? {}
        : {
            after: answerLine(envelope, exchange.id.text),
            ...idRepair(envelope, exchange, exchange.id.text),
          }),
      ...(sender === 'server-to-client' ? { sdks: DO_THIS } : {}),
      ...(sender === 'server-to-client' && HERMES_ID.test(id.text) ? { side: 'sdk' } : {}),
    };
  },
};

export const E05: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange, seq, sender }, view) {
    const { id } = envelope;
    if (id === undefined || match !== 'duplicate' || exchange === undefined) return undefined;
    // The client used the id for several requests or lines, so several answers are expected.
    const reused = view.reusedIds.has(id.key) || view.unreadLines.named(id.key);
    if (sender === 'server-to-client' && (reused || view.facts.misnumbers)) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.answerSeq, seq],
      values: { call: callWithId(exchange), answered: exchange.answerSeq },
      before: answerLine(envelope, id.text),
    };
  },
};

export const E06: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange }) {
    if (envelope.id === undefined || match !== 'other-type' || exchange === undefined) return undefined;
    return {
      values: { asked: exchange.id.text, given: envelope.id.text },
      before: answerLine(envelope, envelope.id.text),
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
};

/** Milliseconds; an answer in transit at the time of the cancellation is not a fault, unless it mentions it. */
const LATE_MS = 1000;
/** A call that ends within this part of the time that it was given was nearly done when it was cancelled. */
const LAST_PART = 1 / 20;

export const E07: RuleCheck = {
  reaction: true,
  cancelledAnswer(answer) {
    const { exchange, at, seq } = answer;
    if (exchange === undefined || exchange.cancelledSeq === 0) return undefined;
    const late = at - exchange.cancelledAt;
    const waited = exchange.cancelledAt - exchange.startedAt;
    const confirmed = 'error' in answer && /\bcancell?ed\b/i.test(answer.text.slice(0, 200));
    if (late <= Math.max(LATE_MS, waited * LAST_PART) && !confirmed) return undefined;
    const isPython = confirmed && answer.code === 0 && answer.text === 'Request cancelled';
    return {
      evidence: [exchange.requestSeq, exchange.cancelledSeq, seq],
      case: isPython ? 'python' : confirmed ? 'confirmed' : 'late',
      values: {
        call: callWithId(exchange),
        seconds: Math.round(late / 100) / 10,
        text: confirmed ? JSON.stringify(answer.text.slice(0, 100)) : undefined,
      },
    };
  },
};

/** Milliseconds; an answer this soon after a message belongs to it. */
const PROMPT_MS = 500;

export const E08: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, sender, seq, at }, view) {
    if (match !== 'orphan' || sender !== 'server-to-client' || view.lastNotificationSeq === 0)
      return undefined;
    // An answer under the server's own id may also be a late answer to something else.
    const prompt = at - view.lastClientAt <= PROMPT_MS && !view.answerDue;
    if (envelope.id === undefined ? view.model.unanswered > 0 : !prompt) return undefined;
    // Something else may have caused it, so it does not answer the notification.
    if (!view.facts.complete || view.unreadLines.newestAt(at) !== undefined) return undefined;
    return {
      evidence: [view.lastNotificationSeq, seq],

      before: answerLine(envelope, idText(envelope)),
    };
  },
};

const MAX_ITEMS = 3;

/** Only 2025-03-26 had batches. 2024-11-05 follows JSON-RPC 2.0, which has them (§6), but defines single messages. */
export const E09: RuleCheck = {
  batch({ envelope, revision, text }) {
    const count = envelope.items.length;
    return {
      case: atLeast(revision, '2025-06-18') ? 'forbidden' : 'undefined',
      values: { messages: count === 1 ? 'a message' : `${count} messages`, revision },
      before: lineExcerpt(text),
      after: eachOnItsLine(text),
    };
  },
};

function eachOnItsLine(text: string): string {
  const items = parseJson(text);
  if (!Array.isArray(items)) return '';
  const lines = items.slice(0, MAX_ITEMS).map((item) => wireExcerpt(item));
  return [...lines, ...(items.length > MAX_ITEMS ? ['…'] : [])].join('\n');
}

const CASES = { cut: 'cut', 'several-messages': 'several', 'over-several-lines': 'broken' } as const;

export const E10: RuleCheck = {
  fault({ faults, line }) {
    if (!faults.includes('byte-order-mark')) return undefined;
    return {
      case: 'byte-order-mark',
      before: lineExcerpt(line.replace('\uFEFF', '\\uFEFF')),
      after: lineExcerpt(line.replace('\uFEFF', '')),
      repair: { kind: 'envelope' },
    };
  },
  malformed({ shape, text }) {
    if (shape === 'noise') return undefined;
    return { case: CASES[shape], before: lineExcerpt(text) };
  },
};

const MAX_SHOWN = 50;

/** Nearly every SDK drops such a line over stdio. Reported once per session, at the first line without an error. */
export const E12: RuleCheck = {
  reaction: true,
  end(view) {
    const lines = view.unreadLines.droppedAt(view.facts.now, view.lastAnsweredRequest);
    const [first] = lines;
    return first === undefined ? [] : [verdictOn(first, lines)];
  },
};

function verdictOn(line: UnreadLine, lines: readonly UnreadLine[]): EndVerdict {
  const code = line.codeDue ?? -32600;
  const kind = code === -32700 ? 'no-json' : 'no-message';
  return {
    seq: line.seq,
    evidence: lines.slice(0, MAX_SHOWN).map(({ seq }) => seq),
    case: lines.length === 1 ? kind : `${kind}.several`,
    values: { others: lines.length - 1, code, id: shownId(line.idKey) },
    before: lineExcerpt(line.text),
  };
}

/** The id under which an error is due. */
function shownId(key: string): string {
  if (key === '') return 'null';
  return (key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2)).slice(0, MAX_SHOWN);
}

/** Clients send a request again that HTTP refused or lost, for example to a redirect's address. */
function isOver({ answerSeq, outcome, tier }: Readonly<Exchange>): boolean {
  return tier === 'transport' || (answerSeq === 0 && outcome !== 'pending');
}

export const E16: RuleCheck = {
  reusedId({ earlier, id, revision, seq, at, method, params }, view) {
    if (earlier === undefined || earlier.fromRawMessage) return undefined;
    // A server without sessions handles each POST separately.
    if (earlier.x > 0 && (view.model.http.id === '' || isOver(earlier))) return undefined;
    const open = earlier.answerSeq === 0 && earlier.cancelledSeq === 0;
    if (!open && !atMost(revision, LAST_INITIALIZE)) return undefined;
    return {
      case: open ? 'open' : 'answered',
      evidence: [earlier.requestSeq, seq],
      values: {
        id: id.text.slice(0, 80),
        method: method.slice(0, 80),
        earlier: earlier.method.slice(0, 80),
        ms: Math.round(at - earlier.startedAt),
        revision,
      },
      before: requestLine({ method, params }, id.text),
    };
  },
};

export const E18: RuleCheck = {
  traits: TRAIT.otherRevision,
  request: notOffered,
  firstMessage({ agreement, seq }) {
    const { asked, given } = agreement;
    if (given === asked) return undefined;
    const unknown = readRevision(given) === 'unknown';
    // A client requests its newest revision, so it does not support a newer one.
    const newer = readRevision(asked) !== 'unknown' && given > asked;
    if (!unknown && !newer) return undefined;
    return {
      case: unknown ? 'unknown' : 'newer',
      evidence: [agreement.seq, seq],
      values: { asked, given: unknown ? JSON.stringify(given.slice(0, 40)) : given },
    };
  },
};

/** Since 2026-07-28 each request declares its revision; the two that negotiate one may declare any. */
function notOffered({ method, params, sender, seq }: RequestMessage, view: SessionView): Verdict | undefined {
  const declared = revisionIn(params);
  if (sender !== 'client-to-server' || declared === undefined || ASKING.includes(method)) return undefined;
  const { supportedVersions, negotiated } = view.facts;
  const isListed = supportedVersions.length > 0;
  if (isListed ? supportedVersions.includes(declared) : negotiated === 'unknown') return undefined;
  if (!view.firstTime(`E18 ${declared}`)) return undefined;
  return {
    case: isListed ? 'not-offered' : 'not-agreed',
    seq,
    values: {
      method: foreignName(method),
      declared: JSON.stringify(declared.slice(0, 40)),
      supported: isListed ? supportedVersions.slice(0, 8).map(foreignName).join(', ') : negotiated,
    },
  };
}

const ASKING = ['server/discover', 'initialize'];

/** Milliseconds; within this time, the answer and the cancellation may have crossed. */
const PASSING_MS = 100;

export const E19: RuleCheck = {
  methods: ['notifications/cancelled'],
  notification({ params, exchange, sender, at, seq }) {
    if (sender !== 'client-to-server' || exchange?.match !== 'id') return undefined;
    if (exchange.sender !== sender || exchange.cancelledSeq > 0 || exchange.fromRawMessage) return undefined;
    // A client that cannot read an answer keeps waiting and is right to give up.
    if (exchange.outcome === 'rejected by the client') return undefined;
    const reason = stringAt(params, 'reason') ?? '';
    // A client that gave up by itself has changed `endedAt`.
    const race = exchange.givenUpSeq === 0 && at - exchange.endedAt < PASSING_MS;
    if (!/time[ds]?[\s_-]?out|deadline/i.test(reason)) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.answerSeq, seq],
      certainty: race ? 'likely' : 'certain',
      values: {
        call: callWithId(exchange),
        reason: JSON.stringify(reason.slice(0, 80)),
        answered: exchange.answerSeq,
      },
    };
  },
};

export const E20: RuleCheck = {
  methods: ['notifications/progress'],
  notification({ params, sender, seq, exchange, several }, view) {
    if (sender !== 'server-to-client' || several || !isJsonObject(params)) return undefined;
    const { progressToken: token, progress } = params;
    if (typeof progress !== 'number') return undefined;
    if (exchange === undefined) {
      if (typeof token !== 'string' && typeof token !== 'number') return undefined;
      const shown = JSON.stringify(token).slice(0, 60);
      // A task reports progress after the answer that created it (2025-11-25, basic/utilities/tasks.mdx).
      const { serverCapabilities } = view.facts.peers;
      const hasTasks = [['tasks'], ['extensions']].some((path) => isDeclared(serverCapabilities, path));
      if (hasTasks || !view.facts.complete || !view.firstTime('E20 of none')) return undefined;
      return { case: 'no-request', values: { shown } };
    }
    const last = view.progress.get(exchange);
    if (last === undefined || progress > last.progress) return undefined;
    return {
      evidence: [exchange.requestSeq, last.seq, seq],
      case: 'backwards',
      values: { call: callWithId(exchange), progress, last: last.progress },
    };
  },
};
