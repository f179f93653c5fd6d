import type { ArmedOrder, ControlState } from '../../app/contract/answer-control.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { host, notifyFailure } from '../state/host/host.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { Button } from '../ui/controls/button.tsx';
import dialogForm from '../ui/controls/dialog-form.module.css';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import { counted } from '../ui/format/counted.ts';
import { orderText } from './answer-draft.ts';
import styles from './answers.module.css';
import { HeldItem } from './held-answer.tsx';
import { NewOrder } from './new-order.tsx';

/** What the tap in front does with its server's answers: those that it holds, and orders for those to come. */
export function AnswersDialog() {
  const info = useActiveSession();
  const control = info?.kind === 'tapped' ? info.control : null;
  return (
    <DialogShell title="Hold or change answers" width={760}>
      {info === undefined || control === null ? (
        <p className={styles.none}>{whyNot(info)}</p>
      ) : (
        <div className={dialogForm.form}>
          <p className={styles.note}>
            See what the agent does with an answer that comes late, differs or fails. Everything that is held
            goes on its way as it came when this app ends, and the recording says what was changed.
          </p>
          <HeldAnswers session={info.session} control={control} />
          <section aria-label="Orders">
            <h3 className={styles.heading}>Answers to come</h3>
            <NewOrder session={info.session} />
            <Orders session={info.session} control={control} />
          </section>
        </div>
      )}
    </DialogShell>
  );
}

function whyNot(info: SessionInfo | undefined): string {
  if (info?.kind !== 'tapped') {
    return 'Only the answers of a tapped server can be held: put "tierscope tap --" before the command of a server in the settings of its agent.';
  }
  return info.state === 'closed'
    ? 'The tap has ended: no answer will come any more.'
    : 'This tap takes no orders: it is older than this app, or it could not open its channel.';
}

type Props = { readonly session: string; readonly control: ControlState };

function HeldAnswers({ session, control }: Props) {
  const { held } = control;
  if (held.length === 0) return null;
  return (
    <section aria-label="Held answers">
      <h3 className={styles.heading}>Held now</h3>
      <ul className={styles.list}>
        {held.map((one) => (
          <HeldItem key={one.heldId} session={session} held={one} />
        ))}
      </ul>
    </section>
  );
}

function Orders({ session, control }: Props) {
  return (
    <ul className={styles.list} aria-label="Open orders">
      {control.orders.map((armed) => (
        <OrderItem key={armed.orderId} session={session} armed={armed} />
      ))}
    </ul>
  );
}

function OrderItem({ session, armed }: { readonly session: string; readonly armed: ArmedOrder }) {
  const { orderId, order, seen } = armed;
  const takeBack = () => void notifyFailure(host().disarmAnswers({ session, orderId }));
  return (
    <li className={styles.line}>
      <p>
        {orderText(order)}
        {order.when.kind === 'every' && <small> · {counted(seen, 'answer')} so far</small>}
      </p>
      <Button size="small" aria-label={`Take back: ${orderText(order)}`} onClick={takeBack}>
        Take back
      </Button>
    </li>
  );
}
