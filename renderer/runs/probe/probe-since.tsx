import { useState } from 'react';
import {
  CHANGES,
  type ComparedCase,
  comparedProbes,
  type ProbeChange,
} from '../../../app/checks/probe/compare-probes.ts';
import type { ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import type { EarlierProbe } from '../../../app/contract/probe-commands.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { counted, formatMoment } from '../../ui/format/quantity-text.ts';
import { kit } from '../../ui/kit.tsx';

export type Since = {
  readonly earlier: readonly EarlierProbe[];
  /** The earlier probe to compare with; empty for none. */
  readonly chosen: string;
  readonly choose: (name: string) => void;
  readonly compared: readonly ComparedCase[];
  readonly fault: string;
};

/** Changes since an earlier probe of the same server: the previous one, unless another is chosen. */
export function useSince(session: string, report: ProbeReport | undefined): Since {
  const [picked, choose] = useState<string>();
  const listed = useLoaded(report === undefined ? '' : session, () =>
    settled(host().listEarlierProbes({ session })),
  );
  const earlier = listed?.ok ? listed.value : [];
  const chosen = picked ?? earlier[0]?.name ?? '';
  const before = useLoaded(chosen === '' ? '' : `${session} ${chosen}`, () =>
    settled(host().readEarlierProbe({ session, name: chosen })),
  );
  const fault = listed?.ok === false ? listed.error : before?.ok === false ? before.error : '';
  const compared = before?.ok && report !== undefined ? comparedProbes(before.value, report.cases) : [];
  return { earlier, chosen, choose, compared, fault };
}

/** How the probe compares with an earlier one, and which failures are resolved. */
export function SinceView({ since }: { readonly since: Since }) {
  const { earlier, chosen, choose, compared, fault } = since;
  if (earlier.length === 0) return <Fault text={fault} />;
  const past = compared.filter(({ change }) => change !== 'new' && change !== 'still');
  return (
    <section aria-label="Since an earlier probe" className={kit.card}>
      <SelectLine
        label="Compared with"
        value={chosen}
        onChange={choose}
        options={[
          ...earlier.map(
            ({ name, startedAt, grade, counts }) =>
              [name, `${formatMoment(startedAt)}: ${grade}, ${counts.failed} failed`] as const,
          ),
          ['', 'no other probe'],
        ]}
      >
        <span role="status">{chosen === '' ? '' : sinceText(compared)}</span>
      </SelectLine>
      <Fault text={fault} />
      {past.length === 0 ? null : (
        <ul>
          {past.map(({ change, id, title, target, before }) => (
            <li key={id} data-change={change} title={before?.message}>
              <b>{CHANGE_TEXT[change]}</b> <code className={kit.strong}>{target}</code> {title}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const CHANGE_TEXT: Readonly<Record<ProbeChange, string>> = {
  new: 'new',
  still: 'still fails',
  fixed: 'fixed',
  unsure: 'no verdict now',
  gone: 'not asked any more',
};

function sinceText(compared: readonly ComparedCase[]): string {
  if (compared.length === 0) return 'No case failed in either.';
  const parts = CHANGES.map((change) => {
    const count = compared.filter((one) => one.change === change).length;
    if (count === 0) return '';
    return change === 'new' ? counted(count, 'new failure') : `${count} ${CHANGE_TEXT[change]}`;
  });
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}
