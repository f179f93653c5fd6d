import { foreignName } from '../../base/foreign-text.ts';
import { stringAt } from '../../base/json-value.ts';
import { withPatterns } from '../../base/written-pattern.ts';
import type { ProcessRecord } from '../../frame/record.ts';
import { methodFacts, SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { type Exchange, isUserCaused } from '../../session/exchange.ts';
import { howItExited } from '../../session/process-event.ts';
import { hasLspHeader, isRoundedId, ROUNDING_VOCABULARIES } from '../../wire/envelope.ts';
import { callWithId } from '../call-name.ts';
import { errorText, TRAIT } from '../error-text.ts';
import { isNoise } from '../message.ts';
import type { EndVerdict, RuleCheck, TextCase, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { saysNotInitialized } from '../tool-call.ts';
import { lineExcerpt } from '../wire-excerpt.ts';
import runtimes from './runtimes.json' with { type: 'json' };

/** Reported once per server run, at the first such line, since a log writes many. */
export const E11: RuleCheck = {
  malformed(line, view) {
    if (line.sender !== 'server-to-client' || !isNoise(line) || view.noise[0] !== line.seq) return undefined;
    return {
      // The list grows with every further line of this run.
      evidence: view.noise,
      case: hasLspHeader(line.text) ? 'framed' : (runtimeOf(view, line.text) ?? 'any'),
      before: lineExcerpt(line.text),
    };
  },
};

/** How a runtime shows: the program that starts a server, the file it is given, and lines of its usual loggers. */
type RuntimeSigns = {
  readonly vocabularies: readonly string[];
  /** Without folder and extension. */
  readonly program?: RegExp;
  readonly file?: RegExp;
  readonly lines?: readonly RegExp[];
};

type Runtime = keyof typeof runtimes;
const RUNTIMES = Object.entries(withPatterns(runtimes) as object) as [Runtime, RuntimeSigns][];

/** The server's runtime, from all available evidence. */
function runtimeOf(view: SessionView, line: string): Runtime | undefined {
  const start = line.slice(0, 500);
  return (
    runtimeWith(({ vocabularies }) => view.speaks(vocabularies)) ??
    byCommand(view.command) ??
    runtimeWith(({ lines = [] }) => lines.some((form) => form.test(start)))
  );
}

function byCommand(command: readonly string[]): Runtime | undefined {
  for (const word of command) {
    const name = word.split(/[\\/]/).at(-1) ?? '';
    const program = name.replace(/\.(exe|cmd|bat|sh)$/i, '');
    const found =
      runtimeWith((signs) => signs.program?.test(program) === true) ??
      runtimeWith((signs) => signs.file?.test(name) === true);
    if (found !== undefined) return found;
  }
  return undefined;
}

function runtimeWith(fits: (signs: RuntimeSigns) => boolean): Runtime | undefined {
  return RUNTIMES.find(([, signs]) => fits(signs))?.[0];
}

/** The lifecycle binds the client; `server/discover` is how it learns the era. */
const ALLOWED = ['initialize', 'ping', 'server/discover'];

export const E13: RuleCheck = {
  earlyRequest({ method, id, declared }, { facts }) {
    if (!facts.complete || facts.serverStateless) return undefined;
    if (declared !== undefined || ALLOWED.includes(method)) return undefined;
    return { values: { method: foreignName(method), id: id.text.slice(0, 80) } };
  },
};

const SHOWN = 50;
const NAMED = 3;
/** If nothing else was open, the server never started. */
const START = ['initialize', 'server/discover'];

export const E14: RuleCheck = {
  process({ record, ended, facts }, view) {
    if (record.event !== 'exited' && record.event !== 'stdout-closed') return undefined;
    // A client that ends a server with open calls gives them up.
    if (facts.endedBy !== 'itself') return undefined;
    const since = facts.knownSince;
    const lost = ended.filter(
      ({ sender, method, fromRawMessage, requestSeq, id, likelyAnswerSeq }) =>
        sender === 'client-to-server' &&
        method !== SUBSCRIPTIONS_LISTEN &&
        !fromRawMessage &&
        // It was answered under another id.
        likelyAnswerSeq === 0 &&
        // A client that reuses an id or sends a forbidden batch cannot expect an answer.
        !view.reusedIds.has(id.key) &&
        !view.forbiddenBatches.has(requestSeq) &&
        requestSeq >= since,
    );
    if (lost.length === 0) return undefined;
    const isEarly = lost.every(({ requestSeq }) => requestSeq < facts.initializedSeq);
    return lossVerdict(record, lost, isEarly && facts.complete && facts.negotiated !== 'unknown');
  },
};

function lossVerdict(record: ProcessRecord, lost: readonly Readonly<Exchange>[], isEarly: boolean): Verdict {
  const evidence = [...lost.slice(0, SHOWN).map(({ requestSeq }) => requestSeq), record.seq];
  const how = () => (record.event === 'exited' ? `exited with ${howItExited(record)}` : 'closed its stdout');
  if (lost.every(({ method }) => START.includes(method))) {
    const first = lost[0]?.method ?? '';
    const isHandshake = lost.some(({ method }) => method === 'initialize');
    return {
      case: isHandshake ? 'start.handshake' : 'start',
      evidence,
      values: () => ({ how: how(), first }),
    };
  }
  const names = lost.slice(0, NAMED).map(({ method, target, id }) => ({ method, target, id }));
  const more = lost.length - names.length;
  return {
    case: isEarly ? 'early' : 'calls',
    evidence,
    values: () => ({ how: how(), calls: named(names, more) }),
  };
}

function named(requests: readonly Pick<Exchange, 'method' | 'target' | 'id'>[], more: number): string {
  const names = requests.map(callWithId);
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and ');
}

/** Milliseconds; unless the client gave up, a shorter wait is not silence, even if later requests were answered. */
const PATIENCE_MS = 1000;
/** Milliseconds; the limit for a server that has answered nothing. */
const SILENCE_MS = 10_000;
/** SDKs that drop unreadable requests, and the answer of a crashed handler. */
const DROP_REQUESTS = ['hermes', 'anubis'];

export const E15: RuleCheck = {
  reaction: true,
  client({ record, exchange }, view) {
    if (record.event !== 'timeout' || exchange?.givenUpSeq !== record.seq) return undefined;
    return silenceVerdict(exchange, view);
  },
  end(view) {
    const since = view.facts.knownSince;
    const verdicts: EndVerdict[] = [];
    for (const exchange of view.model.book.index.neverAnswered()) {
      if (exchange.requestSeq < since) continue;
      const verdict = silenceVerdict(exchange, view);
      if (verdict !== undefined) verdicts.push(verdict);
    }
    return verdicts;
  },
};

/** A client that reuses an id, gives up a call or sends a malformed request cannot expect an answer. */
function isDue(exchange: Readonly<Exchange>, view: SessionView): boolean {
  const { sender, answerSeq, likelyAnswerSeq, cancelledSeq, outcome, method, id } = exchange;
  // What a log omits may still have been on the wire.
  if (exchange.isRebuilt) return false;
  if (sender !== 'client-to-server' || isUserCaused(exchange) || method === SUBSCRIPTIONS_LISTEN)
    return false;
  // An answer under a wrong id has its own rule.
  if (answerSeq > 0 || likelyAnswerSeq > 0 || cancelledSeq > 0 || outcome === 'cancelled') return false;
  if (view.reusedIds.has(id.key) || view.forbiddenBatches.has(exchange.requestSeq)) return false;
  return view.facts.complete;
}

function silenceVerdict(exchange: Readonly<Exchange>, view: SessionView): EndVerdict | undefined {
  // The HTTP rules cover the outcome of an HTTP exchange.
  if (!isDue(exchange, view) || (exchange.x > 0 && exchange.outcome !== 'pending')) return undefined;
  const { requestSeq, startedAt, endedAt, outcome, givenUpSeq } = exchange;
  const waited = (outcome === 'lost' ? endedAt : view.facts.now) - startedAt;
  const passedOver = view.lastAnsweredRequest > requestSeq;
  // Requests lost at the process's end have another rule, unless the server had already passed them over.
  const silent = view.lastAnswerSeq === 0 && !view.lostAtExit.has(requestSeq);
  const givenUp = givenUpSeq > 0;
  if (passedOver ? !givenUp && waited < PATIENCE_MS : !silent || waited < SILENCE_MS) return undefined;
  if (!view.firstTime(`E15 ${requestSeq}`)) return undefined;
  const last = passedOver ? [view.lastAnswerSeq] : [];
  const isUnreadable =
    isRoundedId(exchange.id.text) && (!view.vocabularyKnown || view.speaks(ROUNDING_VOCABULARIES));
  return {
    seq: requestSeq,
    evidence: [requestSeq, ...last, ...(givenUp ? [givenUpSeq] : [])],
    case: isUnreadable ? 'rounded-id' : passedOver ? 'passed-over' : 'silent',
    action: isUnreadable ? 'rounded-id' : dueOf(exchange, view),
    side: reachesAuthor(exchange, view) || !view.vocabularyKnown ? undefined : 'sdk',
    values: { call: callWithId(exchange), method: foreignName(exchange.method) },
    unanswered: exchange,
    certainty: givenUp || waited >= SILENCE_MS ? 'certain' : 'likely',
  };
}

/** The case that says what its sender must do. */
function dueOf(exchange: Readonly<Exchange>, view: SessionView): TextCase {
  if (view.speaks(DROP_REQUESTS)) return 'sdk';
  if (reachesAuthor(exchange, view)) return 'author';
  return view.vocabularyKnown ? 'sdk' : 'unread';
}

/** An SDK reads the params and finds the handler: the server's author never sees what it drops at that stage. */
function reachesAuthor({ method, params }: Readonly<Exchange>, { facts }: SessionView): boolean {
  return methodFacts(method) !== undefined && paramsFault(method, params, facts) === undefined;
}

/** The text, if it says so. Hardly any error does, so most are skipped without a closer look. */
function saidIn(text: string): string | undefined {
  return text.includes('nitiali') && saysNotInitialized(errorText(text)) ? text : undefined;
}

/** SDKs whose session restarts by itself, without its handshake. */
const FORGET = ['hermes', 'anubis'];

export const E17: RuleCheck = {
  reaction: true,
  traits: TRAIT.handshake | TRAIT.data,
  error(answer, view) {
    const { handshake, facts } = view;
    if (answer.sender !== 'server-to-client' || answer.method === 'initialize') return undefined;
    if (!handshake.complete || !facts.complete || answer.exchange?.lacksSession === true) return undefined;
    const said = saidIn(answer.text) ?? saidIn(stringAt(answer.error.data, 'message') ?? '');
    if (said === undefined || !view.firstTime(`E17 ${handshake.answeredSeq}`)) return undefined;
    return {
      case: view.speaks(FORGET) ? 'sdk' : 'author',
      evidence: [handshake.answeredSeq, answer.seq],
      values: { answered: handshake.answeredSeq, said: JSON.stringify(said.slice(0, 80)) },
    };
  },
};
