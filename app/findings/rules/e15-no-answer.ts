import { foreignName } from '../../base/foreign-text.ts';
import { methodFacts, SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { type Exchange, isUserCaused } from '../../session/exchange.ts';
import { isRoundedId, ROUNDING_VOCABULARIES } from '../../wire/envelope.ts';
import { callWithId } from '../call-name.ts';
import type { EndVerdict, RuleCheck, TextCase } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** Milliseconds; unless the client gave up, a shorter wait is not silence, even if later requests were answered. */
const PATIENCE_MS = 1000;
/** Milliseconds; the limit for a server that has answered nothing. */
const SILENCE_MS = 10_000;
/** SDKs that drop unreadable requests, and the answer of a crashed handler. */
const DROP_REQUESTS = ['hermes', 'anubis'];

export const rule: RuleCheck = {
  reaction: true,
  client({ record, exchange }, view) {
    if (record.event !== 'timeout' || exchange?.givenUpSeq !== record.seq) return undefined;
    return verdictOn(exchange, view);
  },
  end(view) {
    const since = view.facts.knownSince;
    const verdicts: EndVerdict[] = [];
    for (const exchange of view.model.neverAnswered()) {
      if (exchange.requestSeq < since) continue;
      const verdict = verdictOn(exchange, view);
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

function verdictOn(exchange: Readonly<Exchange>, view: SessionView): EndVerdict | undefined {
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
