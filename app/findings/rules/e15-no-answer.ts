import { foreignName } from '../../base/foreign-text.ts';
import { methodFacts, SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { type Exchange, isUserCaused } from '../../session/exchange.ts';
import { isRoundedId, ROUNDING_VOCABULARIES } from '../../wire/envelope.ts';
import { callWithId } from '../call-name.ts';
import type { EndVerdict, RuleCheck, TextCase } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** Without a client's own word, nothing shorter counts as silence beside answers to later requests. */
const PATIENCE_MS = 1000;
/** The same for a server that has answered nothing at all. */
const SILENCE_MS = 10_000;
/** The SDKs that drop what they cannot read, and the answer of a handler that dies. */
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

/** Who reuses an id, gives a call up or sends nonsense has no answer to wait for. */
function isDue(exchange: Readonly<Exchange>, view: SessionView): boolean {
  const { sender, answerSeq, likelyAnswerSeq, cancelledSeq, outcome, method, id } = exchange;
  // What a log does not tell was not unsaid on the wire.
  if (exchange.isRebuilt) return false;
  if (sender !== 'client-to-server' || isUserCaused(exchange) || method === SUBSCRIPTIONS_LISTEN)
    return false;
  // An answer under a wrong id has a rule of its own.
  if (answerSeq > 0 || likelyAnswerSeq > 0 || cancelledSeq > 0 || outcome === 'cancelled') return false;
  if (view.reusedIds.has(id.key) || view.forbiddenBatches.has(exchange.requestSeq)) return false;
  return view.facts.complete;
}

function verdictOn(exchange: Readonly<Exchange>, view: SessionView): EndVerdict | undefined {
  // What came of an HTTP exchange, its own rules say.
  if (!isDue(exchange, view) || (exchange.x > 0 && exchange.outcome !== 'pending')) return undefined;
  const { requestSeq, startedAt, endedAt, outcome, givenUpSeq } = exchange;
  const waited = (outcome === 'lost' ? endedAt : view.facts.now) - startedAt;
  const passedOver = view.lastAnsweredRequest > requestSeq;
  // What the end of the process took is another rule's, unless the server had passed it over before.
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

/** Which case says what its sender must do. */
function dueOf(exchange: Readonly<Exchange>, view: SessionView): TextCase {
  if (view.speaks(DROP_REQUESTS)) return 'sdk';
  if (reachesAuthor(exchange, view)) return 'author';
  return view.vocabularyKnown ? 'sdk' : 'unread';
}

/** An SDK reads the params and finds the handler by itself: what it drops then, no author of a server has seen. */
function reachesAuthor({ method, params }: Readonly<Exchange>, { facts }: SessionView): boolean {
  return methodFacts(method) !== undefined && paramsFault(method, params, facts) === undefined;
}
