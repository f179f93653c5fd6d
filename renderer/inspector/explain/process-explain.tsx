import { assertNever } from '../../../app/base/result.ts';
import { reasonOfExit } from '../../../app/doctor/start-failure.ts';
import type { ProcessRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import { stripAnsi } from '../../../app/frame/stderr-text.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { processEventName } from '../../../app/session/process-event.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { Paged } from '../../ui/controls/paged.tsx';
import styles from './explain.module.css';
import { Headline } from './headline.tsx';
import { type OutcomeText, outcomeOf } from './outcome-text.ts';
import { SelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';

/** How many of the last stderr lines are shown with an exit. */
const LAST_LINES = 30;

type Props = { readonly inspected: Inspected; readonly how: string };

/** Explains what the server's process did; for its end the exit code, the last stderr lines, the calls left open. */
export function ProcessExplain({ inspected, how }: Props) {
  const { record, row, session } = inspected;
  const { mirror } = useSessionLog(session);
  if (record.type !== 'process') return null;
  const ended =
    record.event === 'exited' || record.event === 'stdout-closed' || record.event === 'spawn-failed';
  const lines = ended
    ? inspected.records.flatMap((one) => (one.type === 'stderr' ? [one.text] : [])).slice(-LAST_LINES)
    : [];
  const text = processText(record, row.tier, lines);
  const calls = ended ? lostCalls(mirror.table, row.seq) : [];
  return (
    <div className={styles.page}>
      <Headline
        tier={row.tier}
        code={record.event === 'exited' ? how : ''}
        title={processEventName(record.event)}
        label={row.tier === 'ok' ? 'process' : row.tier}
        message={record.message ?? ''}
      />
      <SelectionFindings inspected={inspected} />
      <Card title="What happened">
        <p>{text.happened}</p>
        {text.act !== '' && <p className={styles.act}>{text.act}</p>}
      </Card>
      {calls.length > 0 && (
        <Card title="Calls left unanswered" aside={String(calls.length)}>
          <Paged items={calls} noun="call">
            {(shown) => (
              <ul className={styles.issues}>
                {shown.map((call) => (
                  <li key={call.seq}>
                    <RowLink session={session} seq={call.seq}>
                      <code>
                        {call.method} {call.target}
                      </code>{' '}
                      id {call.id}
                    </RowLink>
                  </li>
                ))}
              </ul>
            )}
          </Paged>
        </Card>
      )}
      {ended && (
        <Card title="Last lines on stderr">
          {lines.length > 0 ? (
            <StderrText lines={lines} />
          ) : (
            <p>The server wrote nothing to stderr before.</p>
          )}
        </Card>
      )}
    </div>
  );
}

/** What a process event means for the session, and who must do what. */
function processText(record: ProcessRecord, tier: Tier, stderr: readonly string[]): OutcomeText {
  switch (record.event) {
    case 'spawned':
      return outcomeOf('The server process runs.');
    case 'stdin-closed':
      return outcomeOf('The client closed the server’s stdin, which asks it to end.');
    case 'spawn-failed':
      return outcomeOf(
        'The server could not be started. Nothing was ever on the wire.',
        'Check that the command exists, that it can be run, and that the working directory is right.',
      );
    case 'stdout-closed':
      if (tier === 'ok') return outcomeOf('The server closed its stdout, as it should at the end.');
      return outcomeOf(
        'The server closed its stdout although the client still expected answers. No more answers can come.',
        'The server must keep stdout open for as long as it serves.',
      );
    case 'exited':
      return exitText(record, tier, stderr);
    default:
      return assertNever(record.event);
  }
}

function exitText(record: ProcessRecord, tier: Tier, stderr: readonly string[]): OutcomeText {
  if (tier === 'ok') return outcomeOf('The server ended after the client had asked it to. This is no error.');
  if (record.signal != null) {
    return outcomeOf(
      `The signal ${record.signal} ended the server. No more answers come.`,
      signalAdvice(record.signal),
    );
  }
  if (record.exitCode === 0) {
    return outcomeOf(
      'The server ended by itself with code 0, although the client had not asked it to.',
      'A stdio server must stay until its stdin closes. See whether its main function returns too early.',
    );
  }
  const { cause, todo } = reasonOfExit({
    ...{ code: record.exitCode ?? null, signal: null, args: [] },
    stderr: stderr.map(stripAnsi),
  });
  const said = cause === '' ? '' : ` It says: ${cause}`;
  return outcomeOf(`The server ended by itself. No more answers come.${said}`, todo);
}

function signalAdvice(signal: string): string {
  if (signal === 'SIGKILL') return 'If nobody killed it, the system ran out of memory: look at its log.';
  if (signal === 'SIGSEGV' || signal === 'SIGABRT')
    return 'Native code crashed: look at the last stderr lines and at native modules.';
  return 'See who sent the signal: a supervisor, a terminal, or the server itself.';
}

/** The calls that the end of a process left without an answer: requests before `seq` that are lost. */
export function lostCalls(table: RowTable, seq: number, limit = 50): Row[] {
  const calls: Row[] = [];
  let index = table.indexOf(seq) - 1;
  for (; index >= 0 && calls.length < limit; index -= 1) {
    if (table.kindAt(index) === 'process' && table.row(index)?.method === 'spawned') break;
    if (table.tierAt(index) !== 'transport' || table.kindAt(index) !== 'frame') continue;
    const row = table.row(index);
    if (row?.outcome === 'lost') calls.push(row);
  }
  return calls.reverse();
}
