import { useMemo, useState } from 'react';
import { host, settled } from '../state/host/host.ts';
import { useSelectedRow, useSessionLog } from '../state/log/log-mirrors.ts';
import { Button } from '../ui/controls/button.tsx';
import { Fault, SelectField, TextField } from '../ui/controls/fields.tsx';
import { Form } from '../ui/controls/form.tsx';
import { EMPTY_INSTEAD, type OrderDraft, readOrder } from './answer-draft.ts';
import styles from './answers.module.css';
import { InsteadFields } from './instead-fields.tsx';

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

/** An order whose name is the suggested one until another is typed. */
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

/** Orders what the tap does with an answer that is still to come. */
export function NewOrder({ session }: { readonly session: string }) {
  const selected = useSelectedRow();
  const tools = useCalledTools(session);
  const [draft, setDraft] = useState<Draft>(EMPTY_ORDER);
  // The tool that is looked at, or else the first one that is known: later calls leave it as it is.
  const [tool, setTool] = useState(() => (selected?.method === 'tools/call' ? selected.target : ''));
  const [latest] = tools;
  if (tool === '' && latest !== undefined) setTool(latest);
  const [fault, setFault] = useState('');
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const name = draft.name ?? (draft.target === 'tool' ? tool : '');
  const submit = async () => {
    const order = readOrder({ ...draft, name });
    const armed = order.ok ? await settled(host().armAnswers({ session, order: order.value })) : order;
    setFault(armed.ok ? '' : armed.error);
  };
  return (
    <Form className={styles.order} byKeys onSubmit={() => void submit()} aria-label="New order">
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
      <Button look="primary" type="submit" className={styles.submit}>
        Order this
      </Button>
    </Form>
  );
}

const MAX_ROWS = 5000;
const MAX_TOOLS = 200;

/** The tools that were called of late, the last first. */
function useCalledTools(session: string): readonly string[] {
  const { mirror } = useSessionLog(session);
  const { length, table } = mirror;
  return useMemo(() => {
    const names = new Set<string>();
    const end = Math.max(0, length - MAX_ROWS);
    for (let index = length - 1; index >= end && names.size < MAX_TOOLS; index -= 1) {
      const row = table.row(index);
      if (row?.method === 'tools/call' && row.target !== '') names.add(row.target);
    }
    return [...names];
  }, [length, table]);
}
