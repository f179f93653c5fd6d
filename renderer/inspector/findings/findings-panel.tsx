import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { groupedBy } from '../../../app/base/grouped-by.ts';
import { type Finding, isCounted, SEVERITIES, type Severity } from '../../../app/findings/finding.ts';
import type { FindingCounts } from '../../../app/findings/findings-near.ts';
import { FindingMark, SEVERITY_LABELS } from '../../shared/finding-mark.tsx';
import { RuleOffMenu } from '../../shared/rules-off-list.tsx';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { selectRow, setFindingsOpen, useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import { setRules } from '../../state/session/session-text.ts';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import styles from './findings-panel.module.css';

/** How many findings of one rule are listed at once: a burst may cause thousands. */
const FIRST = 20;
const STEP = 200;

type FindingGroupViewProps = { readonly session: string; readonly group: FindingGroup };

const FindingGroupView = memo(function FindingGroupView({ session, group }: FindingGroupViewProps) {
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(FIRST);
  const { selected } = useSessionView(session);
  const { rule, title, severity, findings } = group;
  return (
    <section aria-label={`${rule} ${title}`} data-rule={rule}>
      <div className={kit.row}>
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
          <code className={kit.strong}>{rule}</code>{' '}
          <span className={`${kit.truncate} ${kit.strong}`}>{title}</span>
          <span className={`${kit.note} ${kit.push}`}>{severityLabel(group)}</span>
          <span className={`${kit.badge} ${kit.number}`}>{findings.length.toLocaleString('en')}</span>
        </Button>
        {open && findings[0] !== undefined && isCounted(findings[0]) && (
          <RuleOffMenu quiet rules={[rule]} sessions={[session]} />
        )}
      </div>
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
                <span className={`${kit.fact} ${kit.fixed} ${styles.seq}`}>#{finding.seq}</span>
                <code className={`${kit.truncate} ${styles.subject}`}>{subject(session, finding)}</code>
                <span className={`${kit.truncate} ${kit.mute}`}>{finding.explanation}</span>
              </Button>
            </li>
          ))}
          {findings.length > shown && (
            <li>
              <Button look="link" data-stop className={styles.finding} onClick={() => setShown(shown + STEP)}>
                show {Math.min(STEP, findings.length - shown)} more of {findings.length.toLocaleString('en')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
});

function severityLabel({ severity, findings }: FindingGroup): string {
  const isOff = findings[0] !== undefined && !isCounted(findings[0]);
  return isOff ? 'off' : SEVERITY_LABELS[severity].toLowerCase();
}

/** Every finding of a session, grouped by rule; a click selects its row. */
export function FindingsPanel({ session }: { readonly session: string }) {
  const { all, counts } = useSessionLog(session).findings;
  const { counted: counting, turnedOff, revision } = all;
  const [showsOff, setShowsOff] = useState(false);
  const findings = useMemo(
    () => (showsOff ? [...counting, ...turnedOff] : counting),
    [showsOff, counting, turnedOff, revision],
  );
  const [text, setText] = useState('');
  const [severities, setSeverities] = useState<readonly Severity[]>([]);
  const deferred = useDeferredValue(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const groups = useMemo(() => {
    const subjectOf = (finding: Finding) => subject(session, finding);
    return groupFindings(findings, { text: deferred, severities, subjectOf });
  }, [findings, revision, deferred, severities, session]);
  const shown = groups.reduce((sum, group) => sum + group.findings.length, 0);
  return (
    <section className={`${kit.fill} ${kit.sunk}`} aria-label="Findings" onKeyDown={walk}>
      <header className={`${kit.toolbar} ${kit.panel}`}>
        <h2>Findings</h2>
        <SeverityToggles counts={counts.severities} chosen={severities} choose={setSeverities} />
        <SearchField
          ref={field}
          className={kit.grow}
          style={{ minWidth: 96 }}
          aria-label="Filter the findings"
          placeholder="rule, text, tool…"
          value={text}
          onText={setText}
        />
        <IconButton name="Close the findings" size="small" onClick={closeFindings} />
      </header>
      <p className={styles.line} role="status">
        {countText(shown, findings.length, groups.length)}
      </p>
      <TurnedOffLine session={session} count={turnedOff.length} shown={showsOff} show={setShowsOff} />
      <div className={`${kit.scroll} ${styles.list}`}>
        {groups.map((group) => (
          <FindingGroupView key={group.rule} session={session} group={group} />
        ))}
      </div>
    </section>
  );
}

type TurnedOffProps = {
  readonly session: string;
  readonly count: number;
  readonly shown: boolean;
  readonly show: (shown: boolean) => void;
};

/** The rules that the project file has turned off and why, and whether their findings are still listed. */
function TurnedOffLine({ session, count, shown, show }: TurnedOffProps) {
  const project = useScreen((state) => state.sessions.find((info) => info.session === session)?.project);
  const off = project === undefined ? [] : setRules(project).filter(({ as }) => as === 'off');
  if (project === undefined || off.length === 0) return null;
  return (
    <p className={styles.line} title={project.path}>
      <span>
        Turned off by the project file:{' '}
        {off.map(({ rule, reason }, index) => (
          <span key={rule}>
            {index > 0 && '; '}
            <code>{rule}</code> ({reason})
          </span>
        ))}
        .
      </span>{' '}
      {count > 0 && (
        <Button look="link" data-stop aria-pressed={shown} onClick={() => show(!shown)}>
          {shown ? `hide ${counted(count, 'finding')} of these` : `show ${counted(count, 'finding')} anyway`}
        </Button>
      )}
    </p>
  );
}

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

function closeFindings(): void {
  setFindingsOpen(false);
  giveFocus('log');
}

/** Arrow keys move between buttons, and between the field and the list. */
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
  readonly counts: FindingCounts['severities'];
  readonly chosen: readonly Severity[];
  readonly choose: (severities: readonly Severity[]) => void;
};

function SeverityToggles({ counts, chosen, choose }: Props) {
  return (
    <div className={kit.wrap}>
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

type FindingGroup = {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
};

type FindingsFilter = {
  readonly text: string;
  readonly severities: readonly Severity[];
  readonly subjectOf: (finding: Finding) => string;
};

/** Groups by rule: highest severity first, then most frequent, then by rule id. */
export function groupFindings(findings: readonly Finding[], filter: FindingsFilter): FindingGroup[] {
  const fits = findingTest(filter);
  const groups = groupedBy(findings.filter(fits), ({ rule }) => rule);
  return [...groups].map(([rule, members]) => groupOf(rule, members)).toSorted(bySeverity);
}

function groupOf(rule: string, findings: readonly Finding[]): FindingGroup {
  const highestSeverity = SEVERITIES.find((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  return { rule, title: findings[0]?.title ?? '', severity: highestSeverity ?? 'info', findings };
}

function bySeverity(left: FindingGroup, right: FindingGroup): number {
  const severityRank = SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity);
  return severityRank || right.findings.length - left.findings.length || left.rule.localeCompare(right.rule);
}

function findingTest({ text, severities, subjectOf }: FindingsFilter): (finding: Finding) => boolean {
  const holdsTerms = searchTest(text);
  return (finding) => {
    if (severities.length > 0 && !severities.includes(finding.severity)) return false;
    if (text.trim() === '') return true;
    const { rule, name, title, explanation, todo } = finding;
    return holdsTerms(`${rule} ${name} ${title} ${explanation} ${todo} ${subjectOf(finding)}`);
  };
}

/** The number of findings, if any; opens their list. */
export function FindingsCounter({ session }: { readonly session: string }) {
  const open = useScreen((state) => state.findingsOpen);
  const { severities } = useSessionLog(session).findings.counts;
  const all = SEVERITIES.reduce((sum, severity) => sum + severities[severity], 0);
  if (all === 0 && !open) return null;
  const highest = SEVERITIES.find((severity) => severities[severity] > 0) ?? 'info';
  const count = all.toLocaleString('en');
  return (
    <Button
      size="small"
      aria-expanded={open}
      aria-label={`findings ${count}`}
      title="What the rules say of this session (F)"
      onClick={() => setFindingsOpen(!open)}
    >
      <FindingMark severity={highest} size={9} />
      findings <b className={kit.number}>{count}</b>
    </Button>
  );
}
