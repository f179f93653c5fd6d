import { useContext } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { isOpen } from '../../../app/frame/outcome.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingRow, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { useTargetTool } from '../../state/server/use-tasks.ts';
import { useSessionContext } from '../../state/vocabulary/use-server-vocabulary.ts';
import { Card } from '../../ui/controls/card.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { ArgumentsCard } from './arguments-card.tsx';
import { lookupContext } from './error-context.ts';
import { ErrorDataCard } from './error-data-card.tsx';
import { issuesInText } from './error-issues.ts';
import { ExchangeHead } from './exchange-head.tsx';
import styles from './explain.module.css';
import { FaultsCard } from './faults-card.tsx';
import { HappenedCard } from './happened-card.tsx';
import { IssueList } from './issue-list.tsx';
import { LogMessagesCard } from './log-messages-card.tsx';
import { MeaningsCard } from './meanings-card.tsx';
import { OkResult } from './ok-result.tsx';
import { outcomeWords } from './outcome-words.ts';
import { SelectionFindings } from './selection-findings.tsx';
import { StderrCard } from './stderr-card.tsx';
import { StructuredMeanings } from './structured-meanings.tsx';
import { WhoBoxes } from './who-boxes.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Explains an exchange by the row that settles it, whichever half is selected. */
export function ExchangeExplain({ inspected, info }: Props) {
  const { session } = inspected;
  const { ExchangeCards, ErrorCards } = useContext(InspectorSlotsContext);
  const settling = settlingRow(inspected);
  const tool = useTargetTool({ ...inspected.settling, session });
  const known = useSessionContext(info);
  const error = wireErrorOf(inspected);
  const context = error === undefined ? known : lookupContext(known, inspected, error);
  const envelope = settlingEnvelope(inspected);
  const faults = envelope !== undefined && 'faults' in envelope ? envelope.faults : [];
  const result = envelope?.kind === 'result' ? envelope.result : undefined;
  return (
    <div className={styles.page}>
      <ExchangeHead inspected={inspected} context={context} />
      {!isOpen(settling.outcome) && <WhoBoxes row={settling} result={result} broken={faults.length > 0} />}
      <SelectionFindings inspected={inspected} />
      <HappenedCard words={outcomeWords(settling)} row={settling} info={info} />
      {ExchangeCards !== undefined && <ExchangeCards inspected={inspected} info={info} />}
      <ClientSays inspected={inspected} />
      <FaultsCard faults={faults} />
      {settling.shape === 'batch' && <BatchCard />}
      {error !== undefined && <MessageIssues message={error.message} />}
      <ArgumentsCard inspected={inspected} />
      {error !== undefined && <MeaningsCard code={error.codeText} context={context} info={info} />}
      {settling.tier === 'tool' && <StructuredMeanings result={result} context={context} info={info} />}
      {error !== undefined && <ErrorDataCard data={error.data} declared={info.clientCapabilities} />}
      {error !== undefined && ErrorCards !== undefined && <ErrorCards info={info} error={error} />}
      <StderrCard events={inspected.events} />
      <LogMessagesCard session={session} events={inspected.events} />
      {result !== undefined && settling.tier !== 'tool' && (
        <OkResult
          method={settling.method}
          result={result}
          session={session}
          target={tool}
          callSeq={inspected.request?.row.seq ?? settling.seq}
        />
      )}
    </div>
  );
}

/** Why the client refused, with the list that a validator printed. */
function ClientSays({ inspected }: { readonly inspected: Inspected }) {
  const said = inspected.events.filter((event) => event.kind === 'client');
  const issues = said.flatMap((event) => issuesInText(event.text));
  if (issues.length === 0) return null;
  return (
    <Card title="What the client does not accept">
      <IssueList issues={issues} />
    </Card>
  );
}

function MessageIssues({ message }: { readonly message: string }) {
  const issues = issuesInText(message);
  if (issues.length === 0) return null;
  return (
    <Card title="What the message complains of">
      <IssueList issues={issues} />
    </Card>
  );
}

function BatchCard() {
  return (
    <Card title="The answer came in a batch">
      <p>
        Only the revision 2025-03-26 allows JSON-RPC batches. Clients of every other revision refuse the whole
        line; the Message page shows all of it.
      </p>
    </Card>
  );
}
