import type { JsonObject } from '../base/json-value.ts';
import type { Direction, ProcessRecord } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { ErrorTier } from '../frame/tier.ts';
import type { ResultFault } from '../protocol/result-fault.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { EndedBy } from '../session/process-event.ts';
import type { EnvelopeFault, WireError } from '../wire/envelope.ts';
import { type Deed, NO_DEED, type SomeActor } from './actor.ts';

/** What a server listed of one kind, by name. */
export type NamedList<Item> = {
  /** True if the whole list was seen before the call. */
  readonly complete: boolean;
  find(name: string): Item | undefined;
  names(): Iterable<string>;
};

/** What was known of both peers when the call failed. */
export type KnownFacts = {
  /** `missing` if the traffic is known from its start and the server has answered no `initialize`. */
  readonly handshake: 'done' | 'missing' | 'unknown';
  readonly revision: Revision;
  /** True if the client had closed the connection before. */
  readonly clientLeft: boolean;
  /** What each side declared; undefined if no declaration was seen. */
  readonly serverCapabilities: JsonObject | undefined;
  readonly clientCapabilities: JsonObject | undefined;
  readonly tools: NamedList<{ readonly inputSchema: JsonObject | undefined }>;
  readonly prompts: NamedList<{ readonly requiredArguments: readonly string[] }>;
  readonly resources: NamedList<unknown>;
};

/** How a server's process or its stdout came to an end. */
export type ProcessEnd = Pick<ProcessRecord, 'event' | 'exitCode' | 'signal' | 'message'> & {
  readonly by: EndedBy;
};

/** The end that a record tells of; a server whose end nobody else brought about ended by itself. */
export function recordedEnd(
  { event, exitCode, signal, message }: ProcessRecord,
  by: EndedBy = 'itself',
): ProcessEnd {
  return { event, exitCode, signal, by, ...(message === undefined ? {} : { message }) };
}

/** A line that is no message: when it came, and whether it begins like one. */
export type BrokenLine = { readonly seq: number; readonly afterMs: number; readonly likeMessage: boolean };

/** An exchange or an event that failed, with the evidence that explains it. */
export type Failure = {
  readonly tier: ErrorTier;
  readonly outcome: Outcome | '';
  /** Who sent the request; for an event without one, who sent the line. */
  readonly sender: Direction;
  /** Empty for an event of no request. */
  readonly method: string;
  readonly target: string;
  /** The params of the request; undefined if it had none, or if they are not known. */
  readonly params: unknown;
  /** True if `params` stands for what was on the wire. */
  readonly paramsKnown: boolean;
  readonly requestFaults: readonly EnvelopeFault[];
  readonly answerFaults: readonly EnvelopeFault[];
  readonly error: WireError | undefined;
  readonly result: unknown;
  readonly resultFault: ResultFault | undefined;
  /** The id of an answer that was only inferred, as the wire shows it: no client can match it; undefined for none. */
  readonly unmatchedId: string | undefined;
  /** Milliseconds from the request to its answer; undefined for none. */
  readonly answeredMs: number | undefined;
  /** Milliseconds from the request to the moment when the client gave up, or the connection ended. */
  readonly endedMs: number | undefined;
  /** What ended the wait: the client's own event, or its notifications/cancelled. */
  readonly givenUpBy: 'event' | 'cancel' | '';
  /** The client's own text, the reason of a cancel, or why a line is no message. */
  readonly text: string;
  readonly end: ProcessEnd | undefined;
  /** The last line of the client that was no message, for an error that names no request. */
  readonly badLine: { readonly seq: number; readonly reason: string } | undefined;
  /** A line that the server wrote while the call was open, and that is no message. */
  readonly brokenLine: BrokenLine | undefined;
  /** True for an initialize of a process that had answered another request before. */
  readonly answeredBefore: boolean;
  readonly facts: KnownFacts;
  /** The server's vocabularies, by id, surest first. */
  readonly vocabularies: readonly { readonly id: string; readonly confidence: number }[];
};

/** What an explanation rests on. */
type Grounds = {
  /** True if the frames do not show the cause: the server's stderr may. */
  readonly deeper?: true;
  /** True if more knowledge of the server's vocabulary may say more. */
  readonly vague?: true;
  /** True if the last line on stderr counts even if it is no exception: nothing else says why the server ended. */
  readonly lastLine?: true;
  /** What the author of the failing side has to do if stderr shows an exception. */
  readonly todoOnCrash?: string;
  /** The same if stderr shows another error. */
  readonly todoOnError?: string;
  /** True if the request itself shows what is wrong, and `todo` says what its sender must change. */
  readonly inRequest?: true;
};

/** What happened and what to do about it, in whole sentences. */
export type Explanation = Grounds & Deed & { readonly explanation: string };

/** An explanation after which nobody must do anything. */
export function explained(explanation: string, grounds: Grounds = {}): Explanation {
  return { explanation: explanation.trim(), ...NO_DEED, ...grounds };
}

/** An explanation with who has to act, and what that is. */
export function explainedFor(
  acts: SomeActor,
  explanation: string,
  todo: string,
  grounds: Grounds = {},
): Explanation {
  return { explanation: explanation.trim(), acts, todo, ...grounds };
}

const MAX_QUOTED = 200;

/** A name or a text of the wire, quoted and on one line. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}"`;
}

/** What somebody said, in the quotes of a sentence, so that quotes inside it stand. */
export function saying(text: string): string {
  return `“${quoted(text).slice(1, -1)}”`;
}

/** "a", "a and b", "a, b and c"; beyond `most` the rest is counted. */
export function listedNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => quoted(name));
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
