import { foreignName } from '../base/foreign-text.ts';
import { stringAt } from '../base/json-value.ts';
import type { MessageValue } from '../base/message.ts';
import { integerOf } from '../codes/lookup.ts';
import { didYouMean } from '../findings/call-name.ts';
import { revisionIn } from '../protocol/meta-keys.ts';
import { MCP_METHODS } from '../protocol/methods.ts';
import { faultPlace, faultProblem, measuredClients } from '../protocol/shape-misfit.ts';
import type { Refused } from './failure.ts';
import {
  durationText,
  faultsText,
  howItEnded,
  howItWasKilled,
  outOfMemory,
  type PhraseKey,
  phrase,
  quote,
  quoted,
  reasonText,
} from './phrases.ts';

type Subject = Partial<Refused>;

const TIME = /time[ds]?[ -]?out|deadline|too long/i;
const MAX_ID = 80;
/** The codes by which a server says that it cannot read a line. */
const UNREAD: ReadonlyMap<string, 'unread.no-json' | 'unread.no-request'> = new Map([
  ['-32700', 'unread.no-json'],
  ['-32600', 'unread.no-request'],
]);

/** Message values derived from a failure, besides its own texts and numbers; undefined if it has none. */
const VALUES: Readonly<Record<string, (subject: Subject) => MessageValue>> = {
  said: ({ text }) => (text === undefined ? undefined : quote(text)),
  // The text sent may end with a message from the wire.
  sent: ({ text }) => text?.replace(/[.!?]+$/, ''),
  id: ({ unmatchedId }) => unmatchedId?.slice(0, MAX_ID),
  ownId: ({ requestId }) => requestId?.slice(0, MAX_ID),
  since: ({ silence }) => silence?.since,
  vain: ({ silence }) => silence?.count,
  notEvenPing: ({ silence }) => (silence?.pinged ? phrase('not-even-ping') : undefined),
  itsReason: ({ text, givenUpBy }) => (text && givenUpBy ? quote(text) : undefined),
  waited: ({ endedMs, givenUpBy }) => (givenUpBy ? duration(endedMs) : undefined),
  ended: ({ endedMs }) => duration(endedMs),
  answered: ({ answeredMs }) => duration(answeredMs),
  gaveUp,
  quotedMethod: ({ method = '' }) => quoted(method),
  quotedTarget: ({ target = '' }) => quoted(target),
  meant: ({ method = '' }) => didYouMean(method, MCP_METHODS),
  tool: ({ target }) => (target ? `The tool ${target}` : 'The tool'),
  toolName: ({ target }) => (target ? foreignName(target) : 'the tool'),
  faults: ({ requestFaults = [] }) => faultsText(requestFaults),
  answerFaults: ({ answerFaults = [] }) => faultsText(answerFaults),
  brokenAnswer: (subject) => phraseOf('broken-answer', subject),
  place: ({ resultFault }) =>
    resultFault &&
    `${resultFault.path.length === 0 ? 'the result' : `its member ${foreignName(faultPlace(resultFault))}`}`,
  member: ({ resultFault }) => resultFault && faultPlace(resultFault),
  problem: ({ resultFault }) => resultFault && faultProblem(resultFault),
  reaction: ({ resultFault, facts }) =>
    resultFault &&
    phrase(`client-${resultFault.client}`, { sdks: measuredClients(facts?.revision ?? 'unknown') }),

  codeText: ({ error, unmatchedError }) => (error ?? unmatchedError)?.codeText,
  code: ({ error }) => error && codeOf(error),
  message: ({ error, unmatchedError = error }) => unmatchedError && quote((error ?? unmatchedError).message),
  reason: ({ error }) => error && reasonText(error),
  clientReason: ({ error }) => error && reasonText({ message: error.message, data: undefined }),
  request: ({ method }) => (method ? `${method}, a request of the server,` : 'a request of the server'),
  unread: (subject) => {
    const key = UNREAD.get(subject.error?.codeText ?? '');
    return key && phraseOf(key, subject);
  },
  asked: ({ params, error }) => {
    const asked =
      stringAt(error?.data, 'requested') ?? stringAt(params, 'protocolVersion') ?? revisionIn(params);
    return asked === undefined ? undefined : quoted(asked);
  },
  notSpoken: (subject) =>
    phraseOf(VALUES.asked?.(subject) === undefined ? 'not-spoken.unknown' : 'not-spoken', subject),

  endMessage: ({ end }) => end?.message || undefined,
  howItEnded: ({ end }) => end && howItEnded(end),
  killed: ({ end }) => end && howItWasKilled(end),
  outOfMemory: ({ end }) => outOfMemory(end),
  onlyAsks: ({ method }) => (method === 'server/discover' ? phrase('only-asks') : undefined),
};

/** The value with this name for a failure; undefined for none. */
export function valueOfFailure(name: string, subject: Subject): MessageValue {
  const make = VALUES[name];
  if (make !== undefined) return make(subject);
  const own: unknown = subject[name as keyof Subject];
  return typeof own === 'string' || typeof own === 'number' ? own : undefined;
}

export function phraseOf(key: PhraseKey, subject: Subject): string {
  return phrase(key, (name) => valueOfFailure(name, subject));
}

/** The code of an error; 0 if it is not an integer. */
export function codeOf({ codeText }: Refused['error']): number {
  return integerOf(codeText) ?? 0;
}

function duration(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : durationText(ms);
}

/** True if the client stopped waiting because of a time limit. */
export function isTimeOut({ outcome, text = '' }: Subject): boolean {
  return outcome === 'timed out' || TIME.test(text);
}

/** How the client stopped waiting, with its reason if it gave one, or what ended the wait. */
function gaveUp(subject: Subject): string {
  if (subject.outcome === 'lost')
    return phraseOf(subject.facts?.clientLeft ? 'gave-up.left' : 'gave-up.lost', subject);
  const how = isTimeOut(subject) ? 'gave-up.timed-out' : 'gave-up.cancelled';
  return phraseOf(subject.endedMs === undefined ? how : `${how}.after`, subject);
}
