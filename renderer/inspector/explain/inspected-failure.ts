import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { endIn, withStderr } from '../../../app/explain/end-words.ts';
import type { Explanation } from '../../../app/explain/explanation.ts';
import type { Failure, KnownFacts, NamedList } from '../../../app/explain/failure.ts';
import { explainFailure } from '../../../app/explain/failure-causes.ts';
import { opposite } from '../../../app/frame/record.ts';
import { type PickedStderr, pickStderr } from '../../../app/frame/stderr-pick.ts';
import { resultFault } from '../../../app/protocol/result-check.ts';
import { readRevision } from '../../../app/protocol/revisions.ts';
import { endsConnection } from '../../../app/session/process-event.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import {
  settlingEnvelope,
  settlingResult,
  settlingRow,
  wireErrorOf,
} from '../../state/inspected/settling-envelope.ts';

/** What a server listed before the call, of the one kind that the call is about. */
export type ListsBefore = {
  readonly what: 'tools' | 'prompts' | 'resources';
  readonly items: readonly unknown[];
  readonly complete: boolean;
};

/** What is known besides the selection. */
export type Around = {
  readonly info: SessionInfo;
  readonly lists: ListsBefore | undefined;
  readonly vocabularies: Failure['vocabularies'];
};

/** The same explanation that a report gives of the exchange, and the lines of stderr that say most about it. */
export function explainInspected(
  inspected: Inspected,
  around: Around,
  ended = endOf(inspected),
): { readonly why: Explanation; readonly stderr: PickedStderr } | undefined {
  const failure = failureOf(inspected, around, ended?.end);
  if (failure === undefined) return undefined;
  const stderr = ended?.words ?? pickedStderr(inspected);
  const message = failure.error?.message ?? inspected.settling.text;
  return { why: withStderr(explainFailure(failure), stderr, message), stderr };
}

function pickedStderr({ events, answer }: Inspected): PickedStderr {
  const lines = events.filter(({ kind }) => kind === 'stderr');
  return pickStderr(
    lines.map(({ text, why }) => ({ text, names: why.startsWith('names') })),
    answer === undefined,
  );
}

function failureOf(inspected: Inspected, around: Around, end: Failure['end']): Failure | undefined {
  const settling = settlingRow(inspected);
  const { tier, outcome, target } = settling;
  const { request, answer } = inspected;
  if (tier === 'ok' || outcome === 'pending' || outcome === 'listening') return undefined;
  const envelope = settlingEnvelope(inspected);
  const asked = request?.envelope.kind === 'request' ? request.envelope : undefined;
  const result = settlingResult(inspected);
  const answers = envelope?.kind === 'result' || envelope?.kind === 'error' ? envelope.faults : [];
  const facts = { ...factsOf(around), clientLeft: leftBeforeAnswer(inspected) };
  const method = asked?.method ?? settling.method;
  // What stands for itself was not given up: its call was.
  const given = outcome === 'orphan' || outcome === 'duplicate' ? undefined : givenUp(inspected);
  return {
    ...{ tier, outcome, method, target, facts, result, vocabularies: around.vocabularies },
    sender:
      request?.record.direction ??
      (answer === undefined ? 'client-to-server' : opposite(answer.record.direction)),
    params: asked?.params,
    paramsKnown: asked !== undefined,
    requestFaults: asked?.faults ?? [],
    answerFaults: answers,
    error: wireErrorOf(inspected),
    resultFault:
      outcome === 'rejected by the client' ? faultOf(method, result, asked?.params, facts) : undefined,
    unmatchedId: inspected.unmatched?.row.id,
    answeredMs: request === undefined || answer === undefined ? undefined : answer.row.at - request.row.at,
    endedMs: given?.at ?? (answer === undefined ? endedAfter(inspected) : undefined),
    givenUpBy: given?.by ?? '',
    text: given?.text ?? settling.text,
    end,
    badLine: undefined,
    brokenLine: brokenLineIn(inspected, given?.at),
    answeredBefore: inspected.answeredBefore,
  };
}

function faultOf(method: string, result: unknown, params: unknown, { revision }: KnownFacts) {
  if (result === undefined) return undefined;
  const taskAsked = isJsonObject(params) && params.task !== undefined;
  return resultFault(result, { method, revision, taskAsked, extended: false });
}

/** The last line of the server, while the call was open, that is no message. */
function brokenLineIn({ neighbours, request }: Inspected, givenUpAfter = 0): Failure['brokenLine'] {
  const line = neighbours.findLast(({ kind, offsetMs }) => kind === 'line' && offsetMs <= givenUpAfter);
  if (line === undefined || request === undefined) return undefined;
  return { seq: line.seq, afterMs: line.offsetMs, likeMessage: line.text.trimStart().startsWith('{') };
}

/** When and why the client stopped waiting; the first of its own events, or its cancellation. */
function givenUp({ events }: Inspected): { by: 'event' | 'cancel'; at: number; text: string } | undefined {
  const own = events.find(({ kind }) => kind === 'client');
  if (own !== undefined) return { by: 'event', at: own.offsetMs, text: own.text };
  const cancel = events.find(({ kind }) => kind === 'cancel');
  if (cancel === undefined) return undefined;
  return { by: 'cancel', at: cancel.offsetMs, text: cancel.text.replace(/^cancelled(?:: )?/, '') };
}

function endedAfter({ events }: Inspected): number | undefined {
  return events.find(({ kind }) => kind === 'process')?.offsetMs;
}

/** How the process ended that left the call open; what the exit says is better than that stdout closed. */
export function endOf({ records, request, settling }: Inspected): ReturnType<typeof endIn> | undefined {
  if (settling.outcome !== 'lost' || request === undefined) return undefined;
  const ends = records.flatMap((record) =>
    record.type === 'process' && record.seq > request.row.seq && record.event !== 'spawned' ? [record] : [],
  );
  const end =
    ends.find(({ event }) => event === 'exited') ?? ends.find(({ event }) => event === 'stdout-closed');
  return end && endIn(records, end);
}

/** True if the client closed the connection while the call was open. */
function leftBeforeAnswer({ records, answer }: Inspected): boolean {
  const left = records.find(endsConnection);
  return answer !== undefined && left !== undefined && 'seq' in left && left.seq < answer.record.seq;
}

function factsOf({ info, lists }: Around): Omit<KnownFacts, 'clientLeft'> {
  const known = info.protocolVersion !== null;
  return {
    handshake: known ? 'done' : 'unknown',
    revision: readRevision(info.protocolVersion),
    serverCapabilities: known ? info.serverCapabilities : undefined,
    clientCapabilities: known ? info.clientCapabilities : undefined,
    tools: listed(lists, 'tools', 'name', ({ inputSchema }) => ({
      inputSchema: isJsonObject(inputSchema) ? inputSchema : undefined,
    })),
    prompts: listed(lists, 'prompts', 'name', ({ arguments: given }) => ({
      requiredArguments: Array.isArray(given)
        ? given.flatMap((one) =>
            isJsonObject(one) && one.required === true ? [stringAt(one, 'name') ?? ''] : [],
          )
        : [],
    })),
    resources: listed(lists, 'resources', 'uri', (item) => item),
  };
}

function listed<Item>(
  lists: ListsBefore | undefined,
  what: ListsBefore['what'],
  key: string,
  read: (item: JsonObject) => Item,
): NamedList<Item> {
  const own = lists?.what === what ? lists : undefined;
  const items = (own?.items ?? []).filter(isJsonObject);
  return {
    complete: own?.complete === true,
    find: (name) => {
      const found = items.find((item) => item[key] === name);
      return found === undefined ? undefined : read(found);
    },
    names: () => items.flatMap((item) => stringAt(item, key) ?? []),
  };
}
