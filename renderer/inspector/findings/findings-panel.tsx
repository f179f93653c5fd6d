import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Finding, Severity } from '../../../app/findings/finding.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { useFindings } from '../../state/log/use-findings.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { setFindingsOpen } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CrossMark } from '../../ui/controls/cross-mark.tsx';
import { FindingGroupView } from './finding-group-view.tsx';
import { groupFindings } from './finding-groups.ts';
import styles from './findings-panel.module.css';
import { SeverityToggles } from './severity-toggles.tsx';

/** Every finding of a session, grouped by rule; a click selects the row that it hangs on. */
export function FindingsPanel({ session }: { readonly session: string }) {
  const findings = useFindings(session);
  const [text, setText] = useState('');
  const [severities, setSeverities] = useState<readonly Severity[]>([]);
  const deferred = useDeferredValue(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const groups = useMemo(() => {
    const subjectOf = (finding: Finding) => subject(session, finding);
    return groupFindings(findings, { text: deferred, severities, subjectOf });
  }, [findings, deferred, severities, session]);
  const shown = groups.reduce((sum, group) => sum + group.findings.length, 0);
  return (
    <section className={styles.panel} aria-label="Findings" onKeyDown={walk}>
      <header className={styles.head}>
        <h2>Findings</h2>
        <SeverityToggles findings={findings} chosen={severities} choose={setSeverities} />
        <input
          ref={field}
          type="search"
          aria-label="Filter the findings"
          placeholder="rule, words, tool…"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button look="icon" size="small" aria-label="Close the findings" onClick={closeFindings}>
          <CrossMark />
        </Button>
      </header>
      <p className={styles.count} role="status">
        {countWords(shown, findings.length, groups.length)}
      </p>
      <div className={styles.list}>
        {groups.map((group) => (
          <FindingGroupView key={group.rule} session={session} group={group} subjectOf={subject} />
        ))}
      </div>
    </section>
  );
}

/** What the row of a finding is about. */
function subject(session: string, { seq }: Finding): string {
  const row = sessionLog(session).mirror.rowOf(seq);
  if (row === undefined) return '';
  if (row.method === '' || row.kind !== 'frame') return row.text;
  return [row.method, row.target, row.code].filter((part) => part !== '').join(' ');
}

function countWords(shown: number, all: number, rules: number): string {
  if (all === 0) return 'No rule has anything to say about this session so far.';
  if (shown === 0) return `None of the ${all.toLocaleString('en')} findings fits the filter.`;
  const of = shown === all ? '' : ` of ${all.toLocaleString('en')}`;
  return `${shown.toLocaleString('en')}${of} findings by ${rules} ${rules === 1 ? 'rule' : 'rules'}`;
}

/** Closes the list and gives the keys back to the log. */
function closeFindings(): void {
  setFindingsOpen(false);
  giveFocus('log');
}

/** Arrows walk from button to button, from the field into the list and back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    closeFindings();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop], input')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}
