import type { ControlState } from '../../../app/contract/answer-control.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { counted, shortened } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { heldName, orderText } from './answer-draft.ts';

type Props = { readonly info: SessionInfo };

/** Above the log: the answers held back from the client, and the orders for later ones. */
export function HeldBanner({ info }: Props) {
  const control = controlOf(info);
  if (control === undefined || control.held.length + control.orders.length === 0) return null;
  const letGo = () => void notifyFailure(host().letAnswersGo({ session: info.session }));
  return (
    <section
      aria-label="Held answers and orders"
      className={banner.banner}
      data-level={control.held.length > 0 ? 'warning' : 'info'}
    >
      <p role="status">{bannerText(control)}</p>
      <Button onClick={() => showDialog('answers')}>{control.held.length > 0 ? 'Decide…' : 'Show'}</Button>
      <Button onClick={letGo}>{control.held.length > 0 ? 'Let everything go' : 'Take back'}</Button>
    </section>
  );
}

function controlOf(info: SessionInfo): ControlState | undefined {
  return info.kind === 'tapped' ? (info.control ?? undefined) : undefined;
}

function bannerText({ held: [oldest, ...more], orders: [order, ...others] }: ControlState) {
  if (oldest !== undefined) {
    const rest = more.length === 0 ? '' : `, and ${more.length} more`;
    const end = oldest.until === null ? 'the client waits until you decide' : 'it leaves by itself';
    return (
      <>
        <b>An answer is held</b>: {shortened(heldName(oldest), 120)}
        {rest}; {end}.
      </>
    );
  }
  if (order === undefined) return null;
  const rest = others.length === 0 ? '' : `, and ${counted(others.length, 'order')} more`;
  return (
    <>
      <b>Waiting for an answer</b>: {shortened(orderText(order.order), 160)}
      {rest}.
    </>
  );
}

export function TabHeld({ info }: Props) {
  const count = heldCount(info);
  if (count === 0) return null;
  return (
    <span className={kit.badge} data-tone="warning" title={`Held answers: ${count}`}>
      held {count}
    </span>
  );
}

/** The same for screen readers, after the visible text of the tab. */
export function tabHeldText(info: SessionInfo): string {
  const count = heldCount(info);
  return count === 0 ? '' : ` held ${count}`;
}

function heldCount(info: SessionInfo): number {
  return controlOf(info)?.held.length ?? 0;
}

export function takesOrders(info: SessionInfo | undefined): boolean {
  return info?.kind === 'tapped' && info.control !== null;
}
