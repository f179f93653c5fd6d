import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Finding, Severity } from '../../../app/findings/finding.ts';
import { sessionLog, useFindings } from '../../state/log/log-mirrors.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { selectRow, setFindingsOpen } from '../../state/screen/screen-actions.ts';
import { useSessionView } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CrossMark } from '../../ui/controls/glyph.tsx';
import { FindingMark, SEVERITIES, SEVERITY_LABELS } from '../../ui/findings/finding-mark.tsx';
import { counted } from '../../ui/format/counted.ts';
import { type FindingGroup, groupFindings, severityCounts } from './finding-groups.ts';
import styles from './findings-panel.module.css';

/** Findings of one rule that are listed at once: a burst may bring thousands. */
const FIRST = 20;
const STEP = 200;

type FindingGroupViewProps = {
  readonly session: string;
  readonly group: FindingGroup;
  readonly subjectOf: (session: string, finding: Finding) => string;
};

/** One rule with its findings; it folds. */
const FindingGroupView = memo(function FindingGroupView({
  session,
  group,
  subjectOf,
}: FindingGroupViewProps) {
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(FIRST);
  const { selected } = useSessionView(session);
  const { rule, title, severity, findings } = group;
  return (
    <section aria-label={`${rule} ${title}`} data-rule={rule} className={styles.group}>
      <Button
        look="row"
        data-stop
        className={styles.rule}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" data-open={open}>
          <path d="M2 1l4 3-4 3z" fill="currentColor" />
        </svg>
        <FindingMark severity={severity} size={9} />
        <code>{rule}</code> <span className={styles.title}>{title}</span>
        <span className={styles.severity}>{SEVERITY_LABELS[severity].toLowerCase()}</span>
        <span className={styles.number}>{findings.length.toLocaleString('en')}</span>
      </Button>
      {open && (
        <ul>
          {findings.slice(0, shown).map((finding) => (
            <li key={finding.seq}>
              <Button
                look="row"
                data-stop
                className={styles.finding}
                aria-current={finding.seq === selected}
                title={finding.explanation}
                onClick={() => selectRow(session, finding.seq)}
              >
                <span className={styles.seq}>#{finding.seq}</span>
                <code>{subjectOf(session, finding)}</code>
                <span className={styles.why}>{finding.explanation}</span>
              </Button>
            </li>
          ))}
          {findings.length > shown && (
            <li>
              <Button look="link" data-stop className={styles.more} onClick={() => setShown(shown + STEP)}>
                show {Math.min(STEP, findings.length - shown)} more of {findings.length.toLocaleString('en')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
});

/** Every finding of a session, grouped by rule; a click selects its row. */
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
          placeholder="rule, text, tool…"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button look="icon" size="small" aria-label="Close the findings" onClick={closeFindings}>
          <CrossMark />
        </Button>
      </header>
      <p className={styles.count} role="status">
        {countText(shown, findings.length, groups.length)}
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

function countText(shown: number, all: number, rules: number): string {
  if (all === 0) return 'No rule has anything to say about this session so far.';
  if (shown === 0) return `None of the ${all.toLocaleString('en')} findings fits the filter.`;
  const of = shown === all ? '' : ` of ${all.toLocaleString('en')}`;
  return `${shown.toLocaleString('en')}${of} findings by ${counted(rules, 'rule')}`;
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

const PLURALS: Record<Severity, string> = { violation: 'violations', advice: 'advice', info: 'to know' };

type Props = {
  readonly findings: readonly Finding[];
  readonly chosen: readonly Severity[];
  readonly choose: (severities: readonly Severity[]) => void;
};

/** How many findings of each severity there are; a click shows only those. */
function SeverityToggles({ findings, chosen, choose }: Props) {
  const counts = useMemo(() => severityCounts(findings), [findings]);
  return (
    <div className={styles.toggles}>
      {SEVERITIES.map((severity) => {
        const pressed = chosen.includes(severity);
        const others = chosen.filter((one) => one !== severity);
        return (
          <Button
            look="pill"
            size="small"
            key={severity}
            aria-pressed={pressed}
            disabled={counts[severity] === 0 && !pressed}
            onClick={() => choose(pressed ? others : [...others, severity])}
          >
            <FindingMark severity={severity} /> {PLURALS[severity]} {counts[severity].toLocaleString('en')}
          </Button>
        );
      })}
    </div>
  );
}
