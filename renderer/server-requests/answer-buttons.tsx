import type { Result } from '../../app/base/result.ts';
import type { ServerRequest } from '../../app/contract/server-request.ts';
import { ELICITATION_CREATE } from '../../app/protocol/methods.ts';
import type { ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import { policyNameOf } from '../../app/protocol/server-request.ts';
import { type AskShape, type AskWay, askShape } from '../state/server-requests/ask-draft.ts';
import { Button } from '../ui/controls/button.tsx';
import styles from './asks.module.css';
import { policyLabel } from './policy-words.ts';

type Props = {
  readonly ask: ServerRequest;
  /** True where no call waits for the answer any more. */
  readonly over: boolean;
  readonly way: AskWay;
  readonly written: Result<ServerRequestAnswer>;
  readonly always: boolean;
  readonly busy: boolean;
  readonly onAlways: (always: boolean) => void;
  /** Sends another answer than the written one, which the form itself submits. */
  readonly onAnswer: (answer: ServerRequestAnswer) => void;
};

/** Every way to end an ask: the written answer, the refusals that its method has, and no answer at all. */
export function AnswerButtons({ ask, over, way, written, always, busy, onAlways, onAnswer }: Props) {
  const shape = askShape(ask);
  const elicits = ask.method === ELICITATION_CREATE;
  return (
    <div className={styles.send}>
      {!written.ok && (
        <p role="status" className={styles.fault}>
          {written.error}
        </p>
      )}
      <label className={styles.always} title={`Every ${ask.method} of this session, without asking`}>
        <input type="checkbox" checked={always} onChange={(event) => onAlways(event.target.checked)} />
        Always answer {policyLabel(policyNameOf(ask.method)).toLowerCase()} this way
      </label>
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={!written.ok || busy} title="Ctrl+Enter">
          {sendWords(shape, way)}
        </Button>
        <Button disabled={busy} onClick={() => onAnswer({ kind: 'decline' })}>
          {elicits ? 'Decline' : 'Refuse'}
        </Button>
        {elicits && (
          <Button disabled={busy} onClick={() => onAnswer({ kind: 'cancel' })}>
            Cancel
          </Button>
        )}
        <Button
          look="quiet"
          disabled={busy}
          title={over ? 'Closes it here and sends nothing' : 'The server waits until it gives up by itself'}
          onClick={() => onAnswer({ kind: 'silent' })}
        >
          {over ? 'Dismiss' : 'Never answer'}
        </Button>
      </div>
      {ask.via === 'input-required' && (
        <p className={styles.note}>
          Since 2026-07-28 such an answer goes with the repeated call.{' '}
          {elicits ? 'An error' : 'A refusal, an error'} and no answer have no place there: they give the call
          up.
        </p>
      )}
      {ask.via === 'task' && (
        <p className={styles.note}>
          This answer goes out by tasks/update. {elicits ? 'An error' : 'A refusal, an error'} and no answer
          have no place there: the task goes on waiting.
        </p>
      )}
    </div>
  );
}

function sendWords(shape: AskShape, way: AskWay): string {
  if (way === 'error') return 'Send error';
  if (way === 'result') return 'Send result';
  switch (shape) {
    case 'values':
    case 'visit':
      return 'Accept';
    case 'message':
      return 'Send answer';
    case 'roots':
      return 'Send roots';
    case 'nothing':
      return 'Answer';
  }
}
