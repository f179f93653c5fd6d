import { useMemo } from 'react';
import { assertNever } from '../../../app/base/result.ts';
import { endIn, explanationText } from '../../../app/explain/end-words.ts';
import { errorHeadline, processName } from '../../../app/explain/error-name.ts';
import type { ProcessEnd } from '../../../app/explain/failure.ts';
import { explainKept } from '../../../app/explain/kept-failure.ts';
import { explainEnd } from '../../../app/explain/process-causes.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { processEventName } from '../../../app/session/process-event.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { Card, kit } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { Headline, WhatToChange } from './cards.tsx';
import { stepFor, useSelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';

const LAST_LINES = 30;

/** Explains what the server's process did; for its end the exit code, the last stderr lines, the calls left open. */
export function ProcessExplain({ inspected, how }: { readonly inspected: Inspected; readonly how: string }) {
  const { record, row, session, failure } = inspected;
  // It reads every line around the end.
  const found = useMemo(
    () => (record.type === 'process' ? endIn(inspected.records, record) : undefined),
    [inspected.records, record],
  );
  const findings = useSelectionFindings(inspected);
  if (record.type !== 'process' || found === undefined) return null;
  const ended =
    record.event === 'exited' || record.event === 'stdout-closed' || record.event === 'spawn-failed';
  const { end, stderr } = found;
  const lines = stderr.slice(-LAST_LINES);
  const why = failure && explainKept(failure, []);
  const calls = useLostCalls(session, ended ? row.seq : 0);
  return (
    <div className={kit.stack}>
      <Headline
        tier={row.tier}
        code={why === undefined && record.event === 'exited' ? how : ''}
        title={why === undefined ? processEventName(record.event) : errorHeadline(processName(record))}
        label={row.tier === 'ok' ? 'process' : row.tier}
        message={record.message ?? ''}
      />
      {why !== undefined && <WhatToChange step={stepFor(inspected, findings, { why, advice: undefined })} />}
      <FindingCards session={session} findings={findings} />
      <Card title="What happened">
        <p>{why === undefined ? calmText(end) : explanationText(why)}</p>
      </Card>
      {calls.length > 0 && (
        <Card title="Calls left unanswered" aside={String(calls.length)}>
          <Paged items={calls} noun="call">
            {(shown) => (
              <ul className={kit.quoted}>
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
          {lines.length > 0 ? <StderrText lines={lines} /> : <p>No line on stderr belongs to this end.</p>}
        </Card>
      )}
    </div>
  );
}

function calmText(end: ProcessEnd): string {
  switch (end.event) {
    case 'spawned':
      return 'The server process runs.';
    case 'stdin-closed':
      return 'The client closed the server’s stdin, which asks it to end.';
    case 'stdout-closed':
      return 'The server closed its stdout, as it should at the end.';
    case 'exited':
      // What asked for the end may lie before the records that were read.
      return explainEnd(end.by === 'outside' ? end : { ...end, by: 'client' }).happened;
    case 'spawn-failed':
      return 'The server could not be started.';
    default:
      return assertNever(end.event);
  }
}

const MAX_LOST = 50;

/** The calls that the end of a process left without an answer; `seq` is that of the end, 0 for none. */
function useLostCalls(session: string, seq: number): readonly Row[] {
  const found = useLoaded(seq === 0 ? '' : `${session} ${seq}`, async () => {
    const [lost, starts] = await Promise.all(
      ['outcome:lost', 'kind:process spawned'].map(async (filter) => {
        const read = await settled(host().findRows({ session, filter, before: seq, limit: MAX_LOST }));
        const table = new RowTable();
        if (read.ok) table.append(read.value.rows);
        return Array.from({ length: table.length }, (_, at) => table.row(at) as Row);
      }),
    );
    return callsLostSince(lost ?? [], starts ?? []);
  });
  return found ?? NO_CALLS;
}

const NO_CALLS: readonly Row[] = [];

/** Of lost calls those of the process that was started last. */
export function callsLostSince(lost: readonly Row[], starts: readonly Row[]): readonly Row[] {
  const start = starts.findLast(({ method }) => method === 'spawned')?.seq ?? 0;
  return lost.filter(({ seq, kind }) => seq > start && kind === 'frame');
}
