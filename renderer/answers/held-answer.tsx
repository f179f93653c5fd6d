import { useState } from 'react';
import { ok, type Result } from '../../app/base/result.ts';
import type { HeldAnswer, HeldEnd, HeldText } from '../../app/contract/answer-control.ts';
import { host, settled } from '../state/host/host.ts';
import { byteSize } from '../ui/content/byte-size.ts';
import { Button } from '../ui/controls/button.tsx';
import { AreaField, Fault } from '../ui/controls/fields.tsx';
import { Form } from '../ui/controls/form.tsx';
import { Segments } from '../ui/controls/segments.tsx';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import { formatMoment } from '../ui/format/time-text.ts';
import { EMPTY_INSTEAD, editedWarning, readEdited, readInstead } from './answer-draft.ts';
import styles from './answers.module.css';
import { InsteadFields } from './instead-fields.tsx';

/** What a held answer is, for its user: the tool or method, and the id. */
export function heldName({ target, method, requestId }: HeldAnswer): string {
  return `${target || method || 'a request that was sent before'} (id ${requestId})`;
}

type Props = { readonly session: string; readonly held: HeldAnswer };

/** An answer that waits: it can be let go, changed, or kept from the client for good. */
export function HeldItem({ session, held }: Props) {
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
    <li className={styles.held}>
      <div className={styles.line}>
        <p>
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
        <p className={styles.note}>The client has cancelled this request: it ignores what comes now.</p>
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

type ChangeFormProps = {
  readonly name: string;
  readonly text: HeldText;
  readonly end: (how: HeldEnd) => Promise<void>;
};

/** What the client is to get in the place of the answer. */
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
    <Form className={styles.change} byKeys onSubmit={submit} aria-label={`Change ${name}`}>
      <Segments label="What the client gets" options={WAYS} value={way} onChange={setWay} />
      {way === 'edited' && (
        <>
          <AreaField label="The line to the client" rows={8} value={line} onChange={setLine} />
          <p className={styles.note} role="status">
            {text.isUtf8 ? '' : 'The server’s line is not UTF-8: its other bytes show as �. '}
            {editedWarning(line)}
          </p>
        </>
      )}
      {(way === 'protocol-error' || way === 'tool-error') && (
        <InsteadFields kind={way} draft={instead} onChange={setInstead} />
      )}
      {way === 'never-answer' && (
        <p className={styles.note}>
          The client waits until its own time-out. The recording keeps the answer.
        </p>
      )}
      <Fault text={fault} />
      <Button look="primary" type="submit" className={styles.submit}>
        {way === 'never-answer' ? 'Never answer' : 'Send this'}
      </Button>
    </Form>
  );
}
