import { isJsonObject } from '../../app/base/json-value.ts';
import { codeName } from '../../app/codes/code-name.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';
import { Card } from './card.tsx';
import { lookupContext } from './error-context.ts';
import { ErrorDataCard } from './error-data-card.tsx';
import { issuesInText } from './error-issues.ts';
import styles from './explain.module.css';
import { FaultsCard } from './faults-card.tsx';
import { HappenedCard } from './happened-card.tsx';
import { Headline } from './headline.tsx';
import type { Inspected } from './inspected.ts';
import { IssueList } from './issue-list.tsx';
import { MeaningsCard } from './meanings-card.tsx';
import { OkResult } from './ok-result.tsx';
import { outcomeWords } from './outcome-words.ts';
import { RowLink } from './row-link.tsx';
import { settlingEnvelope, wireErrorOf } from './settling-envelope.ts';
import { StderrCard } from './stderr-card.tsx';
import { ToolErrorPanel } from './tool-error-panel.tsx';
import { WhoBoxes } from './who-boxes.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Explains an exchange by the row that settles it, whichever half is selected. */
export function ExchangeExplain({ inspected, info }: Props) {
  const { settling, session } = inspected;
  const error = wireErrorOf(inspected);
  const context =
    error === undefined ? { revision: info.protocolVersion } : lookupContext(info, inspected, error);
  const envelope = settlingEnvelope(inspected);
  const faults = envelope !== undefined && 'faults' in envelope ? envelope.faults : [];
  return (
    <div className={styles.page}>
      {inspected.row.seq !== settling.seq && (
        <p className={styles.note}>
          {inspected.row.kind === 'frame' ? 'You selected the request.' : 'You selected what the client did.'}{' '}
          This explains how the call ended:{' '}
          <RowLink session={session} seq={settling.seq}>
            select that row
          </RowLink>
          .
        </p>
      )}
      <Top inspected={inspected} title={error === undefined ? '' : codeName(error.codeText, context)} />
      {settling.outcome !== 'pending' && (
        <WhoBoxes
          row={settling}
          result={envelope?.kind === 'result' ? envelope.result : undefined}
          broken={faults.length > 0}
        />
      )}
      <HappenedCard words={outcomeWords(settling)} row={settling} info={info} />
      <ClientSays inspected={inspected} />
      <FaultsCard faults={faults} />
      {settling.shape === 'batch' && <BatchCard />}
      {error !== undefined && <MessageIssues message={error.message} />}
      {error !== undefined && <MeaningsCard code={error.codeText} context={context} />}
      {error !== undefined && <ErrorDataCard data={error.data} declared={info.clientCapabilities} />}
      <StderrCard events={inspected.events} />
      {envelope?.kind === 'result' && settling.tier !== 'tool' && (
        <OkResult method={settling.method} result={envelope.result} />
      )}
    </div>
  );
}

function Top({ inspected, title }: { readonly inspected: Inspected; readonly title: string }) {
  const { settling } = inspected;
  const envelope = settlingEnvelope(inspected);
  const error = wireErrorOf(inspected);
  if (settling.tier === 'tool' && envelope?.kind === 'result' && isJsonObject(envelope.result)) {
    return <ToolErrorPanel result={envelope.result} tool={settling.target} context={{}} />;
  }
  if (error !== undefined) {
    return (
      <Headline
        tier={settling.tier}
        code={error.codeText}
        title={title}
        word={tierWord(settling)}
        message={error.message === '' ? '(no message)' : error.message}
      />
    );
  }
  const called = settling.target === '' ? settling.method : `${settling.method} ${settling.target}`;
  const said = inspected.events.find((event) => event.kind === 'client')?.text ?? '';
  // A client's own words may carry a code that was never on the wire: a broken answer speaks for itself.
  const own = settling.tier === 'protocol' ? '' : withoutIssues(said);
  const message = settling.tier === 'ok' ? '' : own || settling.text;
  const end = inspected.events.find((event) => event.kind === 'process');
  return (
    <Headline tier={settling.tier} code="" title={called} word={tierWord(settling)} message={message}>
      {settling.outcome === 'lost' && end !== undefined && (
        <p>
          <RowLink session={inspected.session} seq={end.seq}>
            {end.text}
          </RowLink>
        </p>
      )}
    </Headline>
  );
}

/** The sentence before a printed list of issues: the list has a card of its own. */
function withoutIssues(text: string): string {
  return issuesInText(text).length === 0 ? text : text.slice(0, text.indexOf('[')).trim();
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

/** The tier, and the outcome where that says more. */
function tierWord(row: Row): string {
  if (row.outcome === '') return row.tier;
  const plain = row.tier === 'ok' || row.outcome === 'tool error' || row.outcome === 'protocol error';
  return plain ? row.outcome : `${row.tier} · ${row.outcome}`;
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
