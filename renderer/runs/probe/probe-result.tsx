import { useMemo, useState } from 'react';
import { ok, type Result } from '../../../app/base/result.ts';
import { versionedName } from '../../../app/base/versioned-name.ts';
import type { ProbeChange } from '../../../app/checks/probe/compare-probes.ts';
import { otherCells, toolMatrix } from '../../../app/checks/probe/matrix.ts';
import { type CaseVerdict, gradeText, type ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import {
  type FailureGroup,
  failureGroups,
  noteGroups,
  sideText,
} from '../../../app/checks/probe/problem-list.ts';
import type { FileInfo } from '../../../app/contract/session-info.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { foldProbe, openProbe } from '../../state/runs/probe-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, kit, ScrollBox, Segments } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { CaseRow, OutcomeMark, whoseText } from './case-row.tsx';
import { type ChosenCell, ProbeMatrix, worstOf } from './probe-matrix.tsx';
import styles from './probe-result.module.css';
import { SinceView, useSince } from './probe-since.tsx';

/** The result of a recorded probe: grade, failures, and a cell for each tool and case. */
export function ProbeResult({ info }: { readonly info: FileInfo }) {
  const loaded = useLoaded(info.session, () => readReport(info.session));
  return (
    <ScrollBox className={`${kit.scroll} ${kit.sunk} ${styles.page}`}>
      {loaded === undefined ? (
        <p role="status">Reading the result…</p>
      ) : loaded.ok ? (
        <Report info={info} report={loaded.value} />
      ) : (
        <p role="alert">{loaded.error}</p>
      )}
    </ScrollBox>
  );
}

type Props = { readonly info: FileInfo; readonly report: ProbeReport };

function Report({ info, report }: Props) {
  const { cases, doctor } = report;
  const since = useSince(info.session, report);
  const changes = useMemo(
    () => new Map(since.compared.map(({ id, change }) => [id, change])),
    [since.compared],
  );
  return (
    <section
      aria-label="Probe result"
      data-grade={report.grade.grade}
      className={`${kit.stack} ${styles.report}`}
    >
      <Head info={info} report={report} />
      {doctor === null ? null : <DoctorSteps report={doctor} />}
      <SinceView since={since} />
      <Failures info={info} report={report} changes={changes} />
      <Cells info={info} cases={cases} />
      <Unsure info={info} cases={cases} />
      <Notes info={info} report={report} />
    </section>
  );
}

function Head({ info, report }: Props) {
  const { grade, counts, server, protocolVersion, seed, cases } = report;
  const { session } = info;
  return (
    <header className={`${kit.wrap} ${kit.gap5}`}>
      <div className={`${kit.callout} ${kit.row} ${kit.title}`} data-tone={grade.grade}>
        <GradeMark grade={grade.grade} />
        <h2 className={styles.grade}>{gradeText(report)}</h2>
      </div>
      <div className={`${kit.lines} ${styles.reasons}`}>
        {grade.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p className={kit.note}>
          {[
            server === null ? report.command : versionedName(server),
            ...(protocolVersion === null ? [] : [protocolVersion]),
            `${counted(cases.length, 'case')} with seed ${seed}`,
            `${counts.passed} passed, ${counts.failed} failed, ${counts['not-applicable']} not applicable, ${counts.inconclusive} inconclusive`,
          ].join(' · ')}
        </p>
      </div>
      <div className={`${kit.row} ${kit.gap3}`}>
        <Button size="small" onClick={() => openProbe({ kind: 'session', session })}>
          Probe again…
        </Button>
        <Button size="small" look="quiet" onClick={() => foldProbe(session, true)}>
          Hide
        </Button>
      </div>
    </header>
  );
}

/** Accompanies the text: color is never the only cue. */
export function GradeMark({ grade }: Pick<ProbeReport['grade'], 'grade'>) {
  const isGood = grade === 'exemplary' || grade === 'sound';
  return <OutcomeMark outcome={isGood ? 'passed' : grade === 'unknown' ? 'inconclusive' : 'failed'} />;
}

type Whose = 'all' | 'server' | 'sdk';

type FailuresProps = {
  readonly info: FileInfo;
  readonly report: ProbeReport;
  readonly changes: ReadonlyMap<string, ProbeChange>;
};

function Failures({ info, report, changes }: FailuresProps) {
  const { cases } = report;
  const [whose, setWhose] = useState<Whose>('all');
  const groups = useMemo(() => failureGroups(cases), [cases]);
  if (groups.length === 0) return null;
  const sizeOf = (side: Whose) =>
    groups
      .filter(({ failure }) => side === 'all' || failure.side === side)
      .reduce((sum, group) => sum + group.cases.length, 0);
  const shown = groups.filter(({ failure }) => whose === 'all' || failure.side === whose);
  return (
    <section aria-label="Failed cases" className={kit.stack}>
      <div className={kit.wrap}>
        <h3 className={kit.title}>Failed</h3>
        <Segments
          label="Who must act"
          value={whose}
          onChange={setWhose}
          options={[
            ['all', `Everyone ${sizeOf('all')}`],
            ['server', `Author ${sizeOf('server')}`],
            ['sdk', `SDK ${sizeOf('sdk')}`],
          ]}
        />
      </div>
      {shown.length === 0 ? <p className={kit.note}>Nothing failed that is for them.</p> : null}
      <Paged key={whose} items={shown} noun="cause" size={20}>
        {(page) =>
          page.map((group) => (
            <FailureView
              key={`${whose} ${group.first.id}`}
              info={info}
              report={report}
              group={group}
              changes={changes}
            />
          ))
        }
      </Paged>
    </section>
  );
}

type FailureProps = FailuresProps & { readonly group: FailureGroup };

function FailureView({ info, report, changes, group: { failure, first, cases } }: FailureProps) {
  const { rule, message, todo, before, after, source } = failure;
  return (
    <article
      className={`${kit.callout} ${kit.stack} ${kit.gap2} ${styles.failure}`}
      data-side={failure.side}
      data-tone={failure.side === 'sdk' ? 'none' : 'error'}
      aria-label={`${rule}: ${message}`}
    >
      <p>
        <code className={kit.strong}>{rule}</code> <b>{whoseText(first, report.vocabulary)}</b>
      </p>
      <p>{message}</p>
      {todo === '' ? null : (
        <p>
          <b>What to do:</b> {todo}
        </p>
      )}
      <WireText side="before" text={before} />
      <WireText side="after" text={after} />
      <p className={kit.note}>{source}</p>
      <CaseList info={info} cases={cases} size={12} changes={changes} />
    </article>
  );
}

type WireTextProps = { readonly side: 'before' | 'after'; readonly text: string | null };

function WireText({ side, text }: WireTextProps) {
  if (text === null) return null;
  return (
    <div className={kit.callout} data-tone={side === 'before' ? 'error' : 'good'} data-side={side}>
      <ScrollBox className={`${kit.code} ${kit.low}`}>{text}</ScrollBox>
    </div>
  );
}

type CaseListProps = CasesProps & {
  readonly size: number;
  readonly changes?: FailuresProps['changes'];
};

function CaseList({ info, cases, size, changes }: CaseListProps) {
  return (
    <Paged items={cases} noun="case" size={size}>
      {(page) => (
        <ul className={kit.lines}>
          {page.map((one) => (
            <CaseRow key={one.id} info={info} verdict={one} change={changes?.get(one.id)} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

type CasesProps = { readonly info: FileInfo; readonly cases: readonly CaseVerdict[] };

function Cells({ info, cases }: CasesProps) {
  const matrix = useMemo(() => toolMatrix(cases), [cases]);
  const others = useMemo(() => otherCells(cases), [cases]);
  const [chosen, setChosen] = useState<ChosenCell>();
  const choose = (cell: ChosenCell) => {
    setChosen(cell);
    const seq = worstOf(cell.cell)?.requestSeq ?? null;
    if (seq !== null) showRow(info.session, seq);
  };
  return (
    <section aria-label="Every case" className={kit.stack}>
      <div className={kit.wrap}>
        <h3 className={kit.title}>Every case</h3>
        <Legend />
      </div>
      {matrix.rows.length === 0 || matrix.kinds.length === 0 ? null : (
        <ProbeMatrix matrix={matrix} onChoose={choose} />
      )}
      <ul aria-label="Cases that are no tool’s" className={kit.wrap}>
        {others.map(({ family, kind, cell }) => (
          <li key={`${family} ${kind}`}>
            <Button
              look="pill"
              size="small"
              data-outcome={cell.outcome}
              aria-pressed={chosen?.cell === cell}
              onClick={() => choose({ target: family, kind, cell })}
            >
              <OutcomeMark outcome={cell.outcome} /> {family === kind ? kind : `${family}: ${kind}`}
              {cell.total > 1
                ? ` ${cell.count === cell.total ? cell.total : `${cell.count}/${cell.total}`}`
                : ''}
            </Button>
          </li>
        ))}
      </ul>
      {chosen === undefined ? null : (
        <section aria-label="Cases of the cell" className={`${kit.card} ${kit.stack} ${kit.gap2}`}>
          <p>
            <b>
              {chosen.target}, {chosen.kind}
            </b>
          </p>
          <CaseList key={`${chosen.target} ${chosen.kind}`} info={info} cases={chosen.cell.cases} size={20} />
        </section>
      )}
    </section>
  );
}

function Legend() {
  return (
    <p className={`${kit.wrap} ${kit.note}`}>
      <OutcomeMark outcome="passed" /> passed <OutcomeMark outcome="failed" /> failed{' '}
      <OutcomeMark outcome="inconclusive" /> inconclusive <OutcomeMark outcome="not-applicable" /> not
      applicable; then the tier that came back, if it is an error’s
    </p>
  );
}

function Unsure({ info, cases }: CasesProps) {
  const unsure = cases.filter(({ outcome }) => outcome === 'inconclusive');
  if (unsure.length === 0) return null;
  return (
    <details className={kit.stack}>
      <summary className={kit.title}>Inconclusive: {counted(unsure.length, 'case')}</summary>
      <CaseList info={info} cases={unsure} size={20} />
    </details>
  );
}

function Notes({ info, report: { cases, vocabulary } }: Props) {
  const notes = useMemo(() => noteGroups(cases), [cases]);
  if (notes.length === 0) return null;
  return (
    <details className={kit.stack}>
      <summary className={kit.title}>Advice and notes: {notes.length}</summary>
      <Paged items={notes} noun="note" size={20}>
        {(page) => (
          <ul className={kit.lines}>
            {page.map(({ note, cases: own }) => (
              <li key={`${note.rule} ${note.message}`}>
                <FindingMark severity={note.severity} />{' '}
                {note.rule === null ? null : <code>{note.rule}</code>} {note.message} {note.todo}{' '}
                <span className={kit.note}>
                  {note.rule === null ? '' : `for ${sideText(note.side, vocabulary)}, `}
                  {counted(own.length, 'case')}
                </span>{' '}
                {typeof own[0]?.requestSeq === 'number' ? (
                  <Button look="link" onClick={() => showRow(info.session, own[0]?.requestSeq ?? 0)}>
                    Go to the first
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </details>
  );
}

async function readReport(session: string): Promise<Result<ProbeReport>> {
  const cases: CaseVerdict[] = [];
  for (;;) {
    const page = await settled(host().readProbe({ session, from: cases.length }));
    if (!page.ok) return page;
    const { report, total } = page.value;
    cases.push(...report.cases);
    if (cases.length >= total || report.cases.length === 0) return ok({ ...report, cases });
  }
}
