import { useState } from 'react';
import { ok, type Result } from '../../../app/base/result.ts';
import type {
  AnswerInstead,
  ArmedOrder,
  ControlState,
  HeldAnswer,
  HeldEnd,
  HeldText,
} from '../../../app/contract/answer-control.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { useSelectedRow } from '../../state/log/log-mirrors.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { readTools } from '../../state/server/listed.ts';
import { AreaField, Fault, Form, SelectField, TextField } from '../../ui/controls/fields.tsx';
import { byteSize, counted, formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit, Segments, TierMark } from '../../ui/kit.tsx';
import { useList } from '../lists/use-list.ts';
import {
  EMPTY_INSTEAD,
  editedWarning,
  heldName,
  type InsteadDraft,
  type OrderDraft,
  orderText,
  readEdited,
  readInstead,
  readOrder,
} from './answer-draft.ts';
import styles from './answers.module.css';

/** The tap's control of its server's answers: those that it holds, and orders for later ones. */
export function AnswersDialog() {
  const info = useActiveSession();
  const control = info?.kind === 'tapped' ? info.control : null;
  return (
    <DialogShell title="Hold or change answers" width={760}>
      {info === undefined || control === null ? (
        <p className={kit.dialog}>{whyNot(info)}</p>
      ) : (
        <div className={kit.dialog}>
          <p className={kit.note}>
            See what the agent does with an answer that comes late, differs or fails. Everything that is held
            goes on its way as it came when this app ends, and the recording says what was changed.
          </p>
          <HeldAnswers session={info.session} control={control} />
          <section className={kit.group} aria-label="Orders">
            <h3>Answers to come</h3>
            <NewOrder info={info} />
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
    <section className={kit.group} aria-label="Held answers">
      <h3>Held now</h3>
      <ul className={kit.group}>
        {held.map((one) => (
          <HeldItem key={one.heldId} session={session} held={one} />
        ))}
      </ul>
    </section>
  );
}

function Orders({ session, control }: Props) {
  return (
    <ul className={`${kit.group} ${kit.above}`} aria-label="Open orders">
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
    <li className={kit.wrap}>
      <p className={kit.grow}>
        {orderText(order)}
        {order.when.kind === 'every' && <small> · {counted(seen, 'answer')} so far</small>}
      </p>
      <Button size="small" aria-label={`Take back: ${orderText(order)}`} onClick={takeBack}>
        Take back
      </Button>
    </li>
  );
}

function HeldItem({ session, held }: { readonly session: string; readonly held: HeldAnswer }) {
  const [text, setText] = useState<HeldText | undefined>(undefined);
  const [fault, setFault] = useState('');
  const { heldId } = held;
  const end = async (how: HeldEnd) => {
    const ended = await settled(host().endHeldAnswer({ session, heldId, end: how }));
    setFault(ended.ok ? '' : ended.error);
  };
  const change = async () => {
    const read = await settled(host().readHeldAnswer({ session, heldId }));
    setFault(read.ok ? '' : read.error);
    setText(read.ok ? read.value : undefined);
  };
  return (
    <li className={`${kit.card} ${kit.tinted} ${kit.group}`} data-tone="warning">
      <div className={kit.wrap}>
        <p className={kit.grow}>
          <b>{heldName(held)}</b> <TierMark tier={held.tier} named /> {byteSize(held.sizeBytes)} ·{' '}
          {held.until === null ? 'held since' : 'delayed since'}{' '}
          {formatMoment(new Date(held.since).toISOString())}
        </p>
        <Button size="small" onClick={() => void end({ kind: 'unchanged' })}>
          Let go
        </Button>
        {text === undefined && (
          <Button size="small" onClick={() => void change()}>
            Change…
          </Button>
        )}
      </div>
      {held.isCancelled && (
        <p className={kit.note}>The client has cancelled this request: it ignores what comes now.</p>
      )}
      <Fault text={fault} />
      {text !== undefined && <ChangeForm name={heldName(held)} text={text} end={end} />}
    </li>
  );
}

type Way = 'edited' | 'protocol-error' | 'tool-error' | 'never-answer';

const WAYS: readonly (readonly [Way, string])[] = [
  ['edited', 'Edited text'],
  ['protocol-error', 'Protocol error'],
  ['tool-error', 'Tool error'],
  ['never-answer', 'Nothing'],
];

const formStart = (form: Element | null) => form?.querySelector('textarea')?.focus();

type ChangeFormProps = {
  readonly name: string;
  readonly text: HeldText;
  readonly end: (how: HeldEnd) => Promise<void>;
};

function ChangeForm({ name, text, end }: ChangeFormProps) {
  const [way, setWay] = useState<Way>('edited');
  const [line, setLine] = useState(text.text);
  const [instead, setInstead] = useState(EMPTY_INSTEAD);
  const [fault, setFault] = useState('');
  const submit = () => {
    const read = wayEnd();
    setFault(read.ok ? '' : read.error);
    if (read.ok) void end(read.value);
  };
  const wayEnd = (): Result<HeldEnd> => {
    if (way === 'never-answer') return ok({ kind: way });
    return way === 'edited' ? readEdited(line) : readInstead(way, instead);
  };
  return (
    <Form
      ref={formStart}
      className={`${kit.card} ${kit.group}`}
      byKeys
      onSubmit={submit}
      aria-label={`Change ${name}`}
    >
      <Segments label="What the client gets" options={WAYS} value={way} onChange={setWay} />
      {way === 'edited' && (
        <>
          <AreaField label="The line to the client" rows={8} value={line} onChange={setLine} />
          <p className={kit.note} role="status">
            {text.isUtf8 ? '' : 'The server’s line is not UTF-8: its other bytes show as �. '}
            {editedWarning(line)}
          </p>
        </>
      )}
      {(way === 'protocol-error' || way === 'tool-error') && (
        <InsteadFields kind={way} draft={instead} onChange={setInstead} />
      )}
      {way === 'never-answer' && (
        <p className={kit.note}>The client waits until its own time-out. The recording keeps the answer.</p>
      )}
      <Fault text={fault} />
      <Button look="primary" type="submit" className={kit.end}>
        {way === 'never-answer' ? 'Never answer' : 'Send this'}
      </Button>
    </Form>
  );
}

const ACTIONS: readonly (readonly [OrderDraft['action'], string])[] = [
  ['hold', 'Hold it'],
  ['delay', 'Delay it'],
  ['protocol-error', 'Turn it into a protocol error'],
  ['tool-error', 'Turn it into a tool error'],
  ['never-answer', 'Keep it from the client'],
];

const TARGETS: readonly (readonly [OrderDraft['target'], string])[] = [
  ['tool', 'a tool'],
  ['method', 'a method'],
  ['any', 'any request'],
];

const WHEN: readonly (readonly [OrderDraft['when'], string])[] = [
  ['next', 'the next answer'],
  ['every', 'every nth answer'],
];

const METHODS = [
  'tools/list',
  'tools/call',
  'resources/read',
  'prompts/get',
  'initialize',
  'server/discover',
];

/** An order that uses the suggested name until the user types one. */
type Draft = Omit<OrderDraft, 'name'> & { readonly name: string | undefined };

const EMPTY_ORDER: Draft = {
  action: 'hold',
  target: 'tool',
  name: undefined,
  when: 'next',
  nth: '2',
  seconds: '2',
  instead: EMPTY_INSTEAD,
};

function NewOrder({ info, info: { session } }: { readonly info: SessionInfo }) {
  const selected = useSelectedRow();
  const tools = useKnownTools(info);
  const [draft, setDraft] = useState<Draft>(EMPTY_ORDER);
  const [tool = tools[0] ?? ''] = useState(selected?.method === 'tools/call' ? selected.target : undefined);
  const [fault, setFault] = useState('');
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const name = draft.name ?? (draft.target === 'tool' ? tool : '');
  const submit = async () => {
    const order = readOrder({ ...draft, name });
    const armed = order.ok ? await settled(host().armAnswers({ session, order: order.value })) : order;
    setFault(armed.ok ? '' : armed.error);
  };
  return (
    <Form className={kit.group} byKeys onSubmit={() => void submit()} aria-label="New order">
      <div className={styles.grid}>
        <SelectField label="Which" options={WHEN} value={draft.when} onChange={(when) => set({ when })} />
        {draft.when === 'every' && (
          <TextField label="n" inputMode="numeric" value={draft.nth} onChange={(nth) => set({ nth })} />
        )}
        <SelectField
          label="Of"
          options={TARGETS}
          value={draft.target}
          onChange={(target) => set({ target, name: undefined })}
        />
        {draft.target !== 'any' && (
          <TextField
            label={draft.target === 'tool' ? 'Tool' : 'Method'}
            suggestions={draft.target === 'tool' ? tools : METHODS}
            value={name}
            onChange={(typed) => set({ name: typed })}
          />
        )}
        <SelectField
          label="What to do"
          options={ACTIONS}
          value={draft.action}
          onChange={(action) => set({ action })}
        />
        {draft.action === 'delay' && (
          <TextField
            label="Seconds"
            inputMode="decimal"
            value={draft.seconds}
            onChange={(seconds) => set({ seconds })}
          />
        )}
      </div>
      {(draft.action === 'protocol-error' || draft.action === 'tool-error') && (
        <InsteadFields kind={draft.action} draft={draft.instead} onChange={(instead) => set({ instead })} />
      )}
      <Fault text={fault} />
      <Button look="primary" type="submit" className={kit.end}>
        Order this
      </Button>
    </Form>
  );
}

function useKnownTools(info: SessionInfo): readonly string[] {
  const { items, activity } = useList(info, 'tools', readTools);
  return [...new Set([...items.map(({ name }) => name), ...activity.uses('tools/call').keys()])];
}

type InsteadFieldsProps = {
  readonly kind: AnswerInstead['kind'];
  readonly draft: InsteadDraft;
  readonly onChange: (draft: InsteadDraft) => void;
};

/** The members of an error that replaces an answer; its id remains the request's. */
function InsteadFields({ kind, draft, onChange }: InsteadFieldsProps) {
  const set = (name: keyof InsteadDraft) => (value: string) => onChange({ ...draft, [name]: value });
  if (kind === 'tool-error') {
    return (
      <div className={kit.group}>
        <AreaField label="Text block" rows={2} value={draft.text} onChange={set('text')} />
        <AreaField
          label="structuredContent"
          hint="a JSON object, or nothing"
          rows={2}
          value={draft.structured}
          onChange={set('structured')}
        />
      </div>
    );
  }
  return (
    <div className={kit.group}>
      <div className={kit.pair}>
        <TextField label="Code" value={draft.code} onChange={set('code')} />
        <TextField label="Message" value={draft.message} onChange={set('message')} />
      </div>
      <AreaField label="data" hint="JSON, or nothing" rows={2} value={draft.data} onChange={set('data')} />
    </div>
  );
}
