import { type DoctorReport, type DoctorStep, firstFailure } from '../../app/checks/doctor/doctor-report.ts';
import { kit } from '../ui/kit.tsx';
import styles from './doctor-steps.module.css';

/** The checks of a start, with the first failure on top. */
export function DoctorSteps({ report }: { readonly report: DoctorReport }) {
  const first = firstFailure(report);
  return (
    <>
      {report.command === '' ? null : <code className={`${kit.fact} ${kit.anywhere}`}>{report.command}</code>}
      {first === undefined ? (
        <p role="status" className={kit.callout} data-tone="good">
          No check failed.
        </p>
      ) : (
        <section aria-label="Failed first" data-tone="error" className={`${kit.callout} ${kit.group}`}>
          <h3>
            <StatusMark status="failed" /> Failed first: {first.title}
          </h3>
          <StepBody step={first} />
        </section>
      )}
      <h3>All checks, in order</h3>
      <ol className={kit.stack}>
        {report.steps.map((step) => (
          <li key={step.id} data-status={step.status}>
            <p className={`${kit.row} ${kit.gap3}`}>
              <StatusMark status={step.status} /> <b>{step.title}</b>{' '}
              <small>{STATUS_TEXT[step.status]}</small>
            </p>
            <div className={styles.found}>{step === first ? 'See above.' : <StepBody step={step} />}</div>
          </li>
        ))}
      </ol>
    </>
  );
}

function StepBody({ step: { found, todo, evidence } }: { readonly step: DoctorStep }) {
  return (
    <div className={`${kit.stack} ${kit.gap2} ${kit.anywhere}`}>
      <p>{found}</p>
      {todo === '' ? null : (
        <p>
          <b>What to do:</b> {todo}
        </p>
      )}
      {evidence.length === 0 ? null : (
        <pre className={`${kit.well} ${kit.code} ${kit.pad} ${kit.low}`}>{evidence.join('\n')}</pre>
      )}
    </div>
  );
}

const STATUS_TEXT: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'note',
  skipped: 'not checked',
};

/** The shape of each status: color is never the only cue. */
const STATUS_PATHS: Readonly<Record<DoctorStep['status'], string>> = {
  passed: 'M2.5 7.5l3 3 6-7',
  failed: 'M3.5 3.5l7 7M10.5 3.5l-7 7',
  warning: 'M7 2.5v6M7 11.2v.1',
  skipped: 'M3 7h8',
};

function StatusMark({ status }: Pick<DoctorStep, 'status'>) {
  return (
    <svg
      aria-hidden="true"
      className={kit.mark}
      data-tone={status}
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    >
      <path d={STATUS_PATHS[status]} />
    </svg>
  );
}
