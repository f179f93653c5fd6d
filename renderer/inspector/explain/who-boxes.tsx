import { isJsonObject } from '../../../app/base/json-value.ts';
import { assertNever } from '../../../app/base/result.ts';
import type { Outcome, Row } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import styles from './explain.module.css';

/** A result whose `content` is missing or empty. */
function saysNothing(result: unknown): boolean {
  return isJsonObject(result) && !(Array.isArray(result.content) && result.content.length > 0);
}

type Props = {
  readonly row: Row;
  /** The result, for an exchange that has one. */
  readonly result?: unknown;
  /** True if the envelope breaks JSON-RPC. */
  readonly broken?: boolean;
  /** True if an answer came that the client could not match with the request. */
  readonly unmatched?: boolean;
};

/** Who learns of it: the wire on the left, the model's context on the right. */
export function WhoBoxes({ row, result, broken = false, unmatched = false }: Props) {
  const { wire, model } = whoSeesIt(row, {
    silent: saysNothing(result),
    broken,
    unmatched,
    task: row.method === 'tools/call' && createdTask(result) !== undefined,
  });
  return (
    <div className={styles.who}>
      <section aria-label="On the wire">
        <h3>On the wire</h3>
        <p>{wire}</p>
      </section>
      <section aria-label="In the model's context">
        <h3>In the model's context</h3>
        <p>{model}</p>
      </section>
    </div>
  );
}

/** The two boxes: what the wire carried, and what reached the model. */
type WhoSeesIt = { readonly wire: string; readonly model: string };

/** `silent`: a result without content, which says nothing. `broken`: the envelope breaks JSON-RPC. */
type AnswerTraits = {
  readonly silent?: boolean;
  readonly broken?: boolean;
  /** It does not carry the id of the request. */
  readonly unmatched?: boolean;
  /** A task that came instead of a result. */
  readonly task?: boolean;
};

/** Says who learns of an error; for an ok row, who reads the result. */
export function whoSeesIt(
  row: Row,
  { silent = false, broken = false, unmatched = false, task = false }: AnswerTraits = {},
): WhoSeesIt {
  switch (row.tier) {
    case 'ok':
      if (task) return TASK_BOXES;
      return {
        wire: 'A result without isError.',
        model:
          row.method === 'tools/call'
            ? 'The result, as the host forwards it.'
            : 'Only what the host makes of it.',
      };
    case 'tool':
      return {
        wire: 'A result with isError: true. To JSON-RPC it is a success.',
        model: silent
          ? 'That it failed, and nothing else. The model can only guess.'
          : 'The error, word for word. The model can correct itself.',
      };
    case 'protocol':
      return protocolBoxes(row.outcome, broken || (row.shape === 'result' && row.code === ''));
    case 'client':
      return {
        wire: unmatched ? UNMATCHED : clientWire(row.outcome),
        model: 'Nothing. The host may say that the tool failed.',
      };
    case 'transport':
      return {
        wire:
          row.outcome === 'malformed' ? 'Bytes that are no JSON-RPC message.' : 'No answer. The pipe failed.',
        model:
          row.outcome === 'malformed'
            ? 'Nothing. Not even the host can use it.'
            : 'Nothing. The session is gone.',
      };
    default:
      return assertNever(row.tier);
  }
}

const UNMATCHED = 'An answer without the id of the request. The client could not match it, and gave up.';

const TASK_BOXES: WhoSeesIt = {
  wire: 'A task instead of a result.',
  model: 'Nothing yet. The host waits for the result of the task.',
};

function protocolBoxes(outcome: Outcome | '', broken: boolean): WhoSeesIt {
  if (outcome === 'orphan' || outcome === 'duplicate') {
    return { wire: 'An answer that fits no open call.', model: 'Nothing. The client drops it.' };
  }
  if (broken) {
    return {
      wire: 'An answer that breaks JSON-RPC. Strict clients drop it; some wait until they time out.',
      model: 'Nothing. The client could not read the answer.',
    };
  }
  return {
    wire: 'A JSON-RPC error. The host got it and may show a notice.',
    model: 'Nothing. The model cannot read this and will repeat the call.',
  };
}

function clientWire(outcome: Outcome | ''): string {
  switch (outcome) {
    case 'late':
      return 'An answer, after the client had given up.';
    case 'rejected by the client':
      return 'An answer that the client refuses.';
    case 'malformed':
      return 'A line of the client that is no JSON-RPC message.';
    default:
      return 'No answer. The client decided this by itself.';
  }
}
