import { isJsonObject } from '../../../app/base/json-value.ts';
import { seenText } from '../../../app/explain/reaches.ts';
import type { Outcome, Row } from '../../../app/frame/row.ts';
import { hostHas } from '../../../app/frame/tier.ts';
import type { Seen } from '../../../app/hosts/lens/lens.ts';
import { readInputRequired } from '../../../app/protocol/input-required.ts';
import { setInspectorTab } from '../../state/screen/screen-store.ts';
import { Button, kit } from '../../ui/kit.tsx';

type Props = Omit<AnswerTraits, 'silent' | 'input'> & {
  readonly row: Row;
  readonly result?: unknown;
  /** The treatment of the answer by the session's host; undefined if the client passes on none. */
  readonly seen?: Seen | undefined;
  /** True if a transcript that is open holds what the model read. */
  readonly isRead?: boolean;
  /** The effect on a client that validates it against the tool's schema; empty for none. */
  readonly thrownAway?: string;
};

/** Who sees it: the wire on the left, the model's context on the right. */
export function WhoBoxes({ row, result, seen, isRead = false, thrownAway = '', ...traits }: Props) {
  const { wire, model } = whoSeesIt(row, {
    silent: isJsonObject(result) && !(Array.isArray(result.content) && result.content.length > 0),
    ...traits,
    input: readInputRequired(result) !== undefined,
  });
  return (
    <div className={kit.pair}>
      <section className={kit.card} aria-label="On the wire">
        <h3 className={kit.heading}>On the wire</h3>
        <p>{wire}</p>
      </section>
      <section className={kit.card} aria-label="In the model's context">
        <h3 className={kit.heading}>In the model's context</h3>
        <p>{isRead ? READ : `${seen?.kind === 'row' ? seenText(seen) : model}${thrownAway}`}</p>
        {(isRead || seen !== undefined) && (
          <Button look="link" onClick={() => setInspectorTab('model')}>
            {isRead ? 'See it' : seen?.kind === 'row' ? 'See it, with sources' : 'What each host does'}
          </Button>
        )}
      </section>
    </div>
  );
}

const READ = 'A transcript that is open holds what the model read.';

type WhoSeesIt = { readonly wire: string; readonly model: string };

/** `silent`: a result without content. `broken`: the envelope violates JSON-RPC. */
type AnswerTraits = {
  readonly silent?: boolean;
  readonly broken?: boolean;
  /** True if an answer arrived that the client could not match with the request. */
  readonly unmatched?: boolean;
  readonly input?: boolean;
  readonly remedy?: boolean;
  /** The revision that an era probe revealed; empty for none. */
  readonly speaks?: string;
};

/** Who sees an error; for a successful row, the receiver of the result. */
export function whoSeesIt(row: Row, traits: AnswerTraits = {}): WhoSeesIt {
  switch (row.tier) {
    case 'ok':
      if (row.createdTask) return TASK_BOXES;
      if (traits.input) return INPUT_BOXES;
      if (row.shape === 'error' || row.shape === 'request') {
        const why = traits.speaks ? `: this server speaks ${traits.speaks}.` : '.';
        const wire = row.shape === 'error' ? `A JSON-RPC error, as expected${why}` : 'No answer.';
        return { wire, model: NOT_FOR_MODEL };
      }
      if (traits.speaks)
        return { wire: `A result: this server speaks ${traits.speaks}.`, model: NOT_FOR_MODEL };
      return row.method === 'tools/call'
        ? { wire: 'A result without isError.', model: RESULT_FOR_MODEL }
        : { wire: 'A result.', model: 'Only what the host makes of it.' };
    case 'tool':
      return {
        wire: 'A result with isError: true. To JSON-RPC it is a success.',
        model: traits.silent
          ? 'The result has no content: a host has little to pass on but that the call failed.'
          : `The error is meant for it${traits.remedy ? ', so that it can correct itself' : ''}; which parts arrive depends on the host.`,
      };
    case 'protocol':
      return protocolBoxes(row.outcome, traits.broken || (row.shape === 'result' && row.code === ''));
    case 'client':
      return {
        wire: traits.unmatched ? UNMATCHED : clientWire(row.outcome),
        model: 'Nothing of an answer. The host may say that the call failed.',
      };
    case 'transport':
      if (row.outcome === 'malformed') return MALFORMED_BOXES;
      return {
        wire: `No answer. ${row.where === '' ? 'The pipe failed.' : hostHas(row.where)}`,
        model: `Nothing of an answer. The host may say that ${HOST_MAY_SAY[row.where]}.`,
      };
  }
}

const RESULT_FOR_MODEL = 'The result is meant for it; which parts arrive depends on the host.';

const NOT_FOR_MODEL = 'Nothing: this is between host and server.';

/** What a host may say, by the layer that failed; empty for a pipe. */
const HOST_MAY_SAY: Readonly<Record<Row['where'], string>> = {
  '': 'the server is gone',
  network: 'it cannot reach the server',
  tls: 'it cannot reach the server',
  http: 'the call failed',
  auth: 'a sign-in is needed, or that access was refused',
  session: 'the session has ended',
  stream: 'the connection broke',
};

const UNMATCHED = 'An answer without the id of the request. The client could not match it, and gave up.';

const MALFORMED_BOXES: WhoSeesIt = {
  wire: 'Bytes that are not a JSON-RPC message.',
  model: 'Nothing: the line belongs to no call.',
};

const TASK_BOXES: WhoSeesIt = {
  wire: 'A task instead of a result.',
  model: 'Nothing of a result yet: the host has to request that of the task.',
};

const INPUT_BOXES: WhoSeesIt = {
  wire: 'Questions instead of a result.',
  model: 'Nothing of a result yet: the host answers the questions and repeats the call.',
};

function protocolBoxes(outcome: Outcome | '', broken: boolean): WhoSeesIt {
  if (outcome === 'orphan' || outcome === 'duplicate') {
    return { wire: 'An answer that fits no open call.', model: 'Nothing: a client drops such an answer.' };
  }
  if (broken) {
    return {
      wire: 'An answer that breaks JSON-RPC. Strict clients drop it; some wait until they time out.',
      model: 'Nothing of it in a client that could not read it. The host may say that the call failed.',
    };
  }
  return {
    wire: 'A JSON-RPC error. The host got it.',
    model: 'A host may pass it on: some pass the message, few the data, some words of their own.',
  };
}

function clientWire(outcome: Outcome | ''): string {
  if (outcome === 'late') return 'An answer, after the client had given up.';
  if (outcome === 'rejected by the client') return 'An answer that the client refuses.';
  if (outcome === 'malformed') return 'A line of the client that is not a JSON-RPC message.';
  return 'No answer. The client decided this by itself.';
}
