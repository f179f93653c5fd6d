import { useId, useState } from 'react';
import { COMPARED_CLASSES } from '../../../app/analysis/compare/compared-rows.ts';
import type { ComparisonSummary } from '../../../app/analysis/compare/held-comparison.ts';
import type { OwnNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { NOISE_RULES } from '../../../app/analysis/compare/noise-rules.ts';
import {
  compareWithProposed,
  type NoiseSettings,
  noiseText,
  readMore,
  refreshComparison,
  setNoise,
  toggleClass,
  useCompare,
  withOwnRule,
  withToggled,
} from '../../state/runs/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { CheckLine, Fault, Form, Select } from '../../ui/controls/fields.tsx';
import { counted, formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import styles from './compare.module.css';
import { CLASS_LABELS, CLASS_SENTENCES, ComparedItem } from './compared-item.tsx';
import { SidesPicker } from './sides-picker.tsx';

/** Two runs side by side: what changed tier first, then everything else that changed. */
export function CompareDialog() {
  const { left, right, busy, fault, summary } = useCompare();
  const chosen = left !== null && right !== null;
  return (
    <DialogShell title="Compare two runs" width={1360}>
      <div className={kit.dialog} aria-busy={busy}>
        <SidesPicker />
        <NoisePanel />
        {fault === '' ? null : (
          <p role="alert" className={kit.fault}>
            {fault} <Button onClick={() => void refreshComparison()}>Compare again</Button>
          </p>
        )}
        {chosen ? null : <Proposal />}
        {busy && summary === null ? <p role="status">Reading both sides…</p> : null}
        {summary === null ? null : (
          <>
            <ClassToggles summary={summary} />
            <ComparedList summary={summary} />
          </>
        )}
      </div>
    </DialogShell>
  );
}

function Proposal() {
  const proposed = useCompare((state) => state.proposed);
  const choose = <p>Choose two sessions: live ones, recordings, or parts of one.</p>;
  if (proposed === null) return choose;
  return (
    <>
      <p className={kit.wrap}>
        The last recorded run of this server before this one: {formatMoment(proposed.startedAt)},{' '}
        {proposed.label}.{' '}
        <Button look="primary" onClick={() => void compareWithProposed()}>
          Compare with it
        </Button>
      </p>
      {choose}
    </>
  );
}

function ClassToggles({ summary }: { readonly summary: ComparisonSummary }) {
  const shown = useCompare((state) => state.shown);
  return (
    <fieldset aria-label="What is listed" className={kit.wrap}>
      {COMPARED_CLASSES.map((one) => (
        <Button
          look="pill"
          key={one}
          aria-pressed={shown.includes(one)}
          title={CLASS_SENTENCES[one]}
          onClick={() => void toggleClass(one)}
        >
          <b className={kit.tier} data-tone={summary.counts[one] === 0 ? 'none' : one}>
            {summary.counts[one].toLocaleString('en')}
          </b>{' '}
          {CLASS_LABELS[one]}
        </Button>
      ))}
      <span role="status" className={kit.note}>
        {summary.left.toLocaleString('en')} exchanges before, {summary.right.toLocaleString('en')} after.{' '}
        {verdict(summary)}
        {expectedText(summary)}
      </span>
    </fieldset>
  );
}

function expectedText({ expected }: ComparisonSummary): string {
  if (expected === 0) return '';
  return ` ${counted(expected, 'expected error is', 'expected errors are')} left out.`;
}

function verdict({ counts }: ComparisonSummary): string {
  if (counts.worse > 0) return `${counts.worse} got worse.`;
  const others = counts.better + counts.changed + counts.left + counts.right + counts.outside;
  return others === 0 ? 'Nothing changed.' : 'No tier got worse.';
}

function ComparedList({ summary }: { readonly summary: ComparisonSummary }) {
  const { rows, shown, left, right, busy } = useCompare();
  const sessions = useScreen((state) => state.sessions);
  const infoOf = (session: string | undefined) => sessions.find((info) => info.session === session);
  const [before, after] = [infoOf(left?.session), infoOf(right?.session)];
  const total = shown.reduce((sum, one) => sum + summary.lines[one], 0);
  if (before === undefined || after === undefined) return <p>One of the sessions was closed.</p>;
  return (
    <>
      <ListView
        label="Compared exchanges"
        className={`${kit.box} ${kit.divided}`}
        items={rows}
        keyOf={({ number }) => `${number}`}
        roving="j-k"
        row={({ row }) => ({ 'data-tone': row.class })}
        empty={busy ? null : <p className={kit.mute}>{emptyText(summary, total)}</p>}
      >
        {(line) => <ComparedItem {...line} left={before} right={after} />}
      </ListView>
      {rows.length < total ? (
        <Button className={kit.start} onClick={() => void readMore()}>
          Show more: {rows.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed
        </Button>
      ) : null}
    </>
  );
}

function emptyText({ left, right }: ComparisonSummary, total: number): string {
  if (left + right === 0) return 'Neither side has an exchange here.';
  return total === 0 ? 'Nothing of this kind: both runs are the same here, noise aside.' : '';
}

function NoisePanel() {
  const noise = useCompare((state) => state.noise);
  return (
    <details>
      <summary className={kit.strong}>Ignored differences: {noiseText(noise)}</summary>
      <div className={styles.rules}>
        {NOISE_RULES.map(({ name, title }) => (
          <CheckLine
            key={name}
            checked={!noise.off.includes(name)}
            onChange={() => void setNoise(withToggled(noise, name))}
          >
            <b>{name}</b> <small>{title}</small>
          </CheckLine>
        ))}
        {noise.own.map((rule) => (
          <OwnRule key={`${rule.kind} ${rule.pattern}`} rule={rule} noise={noise} />
        ))}
      </div>
      <AddRule noise={noise} />
    </details>
  );
}

type OwnProps = { readonly rule: NoiseSettings['own'][number]; readonly noise: NoiseSettings };

function OwnRule({ rule, noise }: OwnProps) {
  const others = noise.own.filter((one) => one !== rule);
  const toggled = noise.own.map((one) => (one === rule ? { ...one, on: !one.on } : one));
  return (
    <div className={`${kit.row} ${kit.spread}`}>
      <CheckLine checked={rule.on} onChange={() => void setNoise({ ...noise, own: toggled })}>
        <b>{rule.kind === 'path' ? 'path' : 'expression'}</b>{' '}
        <code className={kit.anywhere}>{rule.pattern}</code>
      </CheckLine>
      <Button
        look="quiet"
        aria-label={`Remove the rule ${rule.pattern}`}
        onClick={() => void setNoise({ ...noise, own: others })}
      >
        Remove
      </Button>
    </div>
  );
}

function AddRule({ noise }: { readonly noise: NoiseSettings }) {
  const field = useId();
  const [kind, setKind] = useState<OwnNoise['kind']>('regex');
  const [pattern, setPattern] = useState('');
  const [fault, setFault] = useState('');
  const add = () => {
    const added = withOwnRule(noise, { kind, pattern });
    setFault(added.ok ? '' : added.error);
    if (!added.ok) return;
    setPattern('');
    void setNoise(added.value);
  };
  return (
    <Form className={kit.wrap} aria-label="A rule of your own" onSubmit={add}>
      <Select
        aria-label="Kind of rule"
        value={kind}
        onChange={setKind}
        options={[
          ['regex', 'regular expression'],
          ['path', 'path in the JSON'],
        ]}
      />
      <input
        type="text"
        className={`${kit.grow} ${kit.mono}`}
        aria-label="Pattern"
        aria-invalid={fault !== ''}
        aria-describedby={fault === '' ? undefined : field}
        spellCheck={false}
        autoComplete="off"
        placeholder={kind === 'path' ? 'structuredContent.updatedAt or **.etag' : 'build-\\d+'}
        value={pattern}
        onChange={(event) => {
          setPattern(event.target.value);
          setFault('');
        }}
      />
      <Button type="submit">Add</Button>
      <Fault id={field} text={fault} className={kit.whole} />
    </Form>
  );
}
