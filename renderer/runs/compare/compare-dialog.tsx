import { type KeyboardEvent, useId, useState } from 'react';
import { COMPARED_CLASSES } from '../../../app/analysis/compare/compared-rows.ts';
import type { ComparisonSummary } from '../../../app/analysis/compare/held-comparison.ts';
import type { OwnNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { NOISE_RULES } from '../../../app/analysis/compare/noise-rules.ts';
import {
  compareAgain,
  compareWithProposed,
  type NoiseSettings,
  noiseText,
  readMore,
  setNoise,
  toggleClass,
  useCompare,
  withOwnRule,
  withToggled,
} from '../../state/runs/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { Fault, Form } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/counted.ts';
import { formatMoment } from '../../ui/format/time-text.ts';
import styles from './compare.module.css';
import { CLASS_LABELS, CLASS_SENTENCES, ComparedItem } from './compared-item.tsx';
import noisePanelStyles from './noise-panel.module.css';
import { SidesPicker } from './sides-picker.tsx';

/** Two runs side by side: what changed tier first, then everything else that changed. */
export function CompareDialog() {
  const { left, right, busy, fault, summary } = useCompare();
  const chosen = left !== null && right !== null;
  return (
    <DialogShell title="Compare two runs" width={1360}>
      <div className={styles.body} aria-busy={busy}>
        <SidesPicker />
        <NoisePanel />
        {fault === '' ? null : (
          <p role="alert" className={styles.fault}>
            {fault} <Button onClick={() => void compareAgain()}>Compare again</Button>
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

/** What can be compared while a side is missing: first of all the run before this one. */
function Proposal() {
  const proposed = useCompare((state) => state.proposed);
  const choose = <p>Choose two sessions: live ones, recordings, or parts of one.</p>;
  if (proposed === null) return choose;
  return (
    <>
      <p className={styles.proposal}>
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

/** How many rows of each class there are; a press lists them or leaves them out. */
function ClassToggles({ summary }: { readonly summary: ComparisonSummary }) {
  const shown = useCompare((state) => state.shown);
  return (
    <fieldset aria-label="What is listed" className={styles.toggles}>
      {COMPARED_CLASSES.map((one) => (
        <Button
          look="pill"
          key={one}
          className={styles.toggle}
          data-class={one}
          data-none={summary.counts[one] === 0}
          aria-pressed={shown.includes(one)}
          title={CLASS_SENTENCES[one]}
          onClick={() => void toggleClass(one)}
        >
          <b>{summary.counts[one].toLocaleString('en')}</b> {CLASS_LABELS[one]}
        </Button>
      ))}
      <span role="status" className={styles.note}>
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

/** The rows of a comparison; arrow keys go from one to the next, Enter opens one. */
function ComparedList({ summary }: { readonly summary: ComparisonSummary }) {
  const { rows, shown, left, right, busy } = useCompare();
  const sessions = useScreen((state) => state.sessions);
  const infoOf = (session: string | undefined) => sessions.find((info) => info.session === session);
  const [before, after] = [infoOf(left?.session), infoOf(right?.session)];
  const total = shown.reduce((sum, one) => sum + summary.counts[one], 0);
  if (before === undefined || after === undefined) return <p>One of the sessions was closed.</p>;
  return (
    <>
      {rows.length === 0 && !busy ? <p className={styles.none}>{emptyText(summary, total)}</p> : null}
      <ul aria-label="Compared exchanges" className={styles.list} onKeyDown={moveByKeys}>
        {rows.map(({ number, row }) => (
          <ComparedItem key={number} number={number} row={row} left={before} right={after} />
        ))}
      </ul>
      {rows.length < total ? (
        <Button className={styles.more} onClick={() => void readMore()}>
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

function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event.key);
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-compared]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? heads.indexOf(activeElement) : -1;
  if (at < 0) return;
  event.preventDefault();
  heads[Math.min(Math.max(at + step, 0), heads.length - 1)]?.focus();
}

function stepOf(key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return 1;
    case 'ArrowUp':
    case 'k':
      return -1;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

/** The rules that set noise aside: each can be turned off, and a user can write more. */
function NoisePanel() {
  const noise = useCompare((state) => state.noise);
  return (
    <details className={noisePanelStyles.noise}>
      <summary>Set aside as noise: {noiseText(noise)}</summary>
      <div className={noisePanelStyles.rules}>
        {NOISE_RULES.map(({ name, title }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!noise.off.includes(name)}
              onChange={() => void setNoise(withToggled(noise, name))}
            />
            <b>{name}</b> <span>{title}</span>
          </label>
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
    <div className={noisePanelStyles.own}>
      <label>
        <input type="checkbox" checked={rule.on} onChange={() => void setNoise({ ...noise, own: toggled })} />
        <b>{rule.kind === 'path' ? 'path' : 'expression'}</b> <code>{rule.pattern}</code>
      </label>
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
    <Form className={noisePanelStyles.add} aria-label="A rule of your own" onSubmit={add}>
      <select
        aria-label="Kind of rule"
        value={kind}
        onChange={(event) => setKind(event.target.value === 'path' ? 'path' : 'regex')}
      >
        <option value="regex">regular expression</option>
        <option value="path">path in the JSON</option>
      </select>
      <input
        type="text"
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
      <Fault id={field} text={fault} />
    </Form>
  );
}
