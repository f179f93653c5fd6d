import { isJsonObject } from '../../../app/base/json-value.ts';
import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { useTargetTool } from '../../state/server/use-tasks.ts';
import { RowLink } from '../../ui/controls/row-link.tsx';
import { issuesInText } from './error-issues.ts';
import styles from './explain.module.css';
import { Headline } from './headline.tsx';
import { ToolErrorPanel } from './tool-error-panel.tsx';

type Props = { readonly inspected: Inspected; readonly context: LookupContext };

/** The first card of an exchange: how it ended, in the tier's colour, word for word. */
export function ExchangeHead({ inspected, context }: Props) {
  const { row, settling, session } = inspected;
  return (
    <>
      {row.seq !== settling.seq && (
        <p className={styles.note}>
          {row.kind === 'frame' ? 'You selected the request.' : 'You selected what the client did.'} This
          explains how the call ended:{' '}
          <RowLink session={session} seq={settling.seq}>
            select that row
          </RowLink>
          .
        </p>
      )}
      <Top inspected={inspected} context={context} />
    </>
  );
}

function Top({ inspected, context }: Props) {
  const { settling } = inspected;
  const envelope = settlingEnvelope(inspected);
  const tool = useTargetTool({ ...settling, session: inspected.session });
  if (settling.tier === 'tool' && envelope?.kind === 'result' && isJsonObject(envelope.result)) {
    return <ToolErrorPanel result={envelope.result} tool={tool} context={context} />;
  }
  const error = wireErrorOf(inspected);
  if (error === undefined) return <WithoutError inspected={inspected} />;
  return (
    <Headline
      tier={settling.tier}
      code={error.codeText}
      title={codeName(error.codeText, context)}
      word={tierWord(settling)}
      message={error.message === '' ? '(no message)' : error.message}
    />
  );
}

/** An exchange that ended without a JSON-RPC error: well, by the client's decision, or not at all. */
function WithoutError({ inspected }: { readonly inspected: Inspected }) {
  const { settling, events, session } = inspected;
  const called = settling.target === '' ? settling.method : `${settling.method} ${settling.target}`;
  const said = events.find((event) => event.kind === 'client')?.text ?? '';
  // A client's own words may carry a code that was never on the wire: a broken answer speaks for itself.
  const own = settling.tier === 'protocol' ? '' : withoutIssues(said);
  const message = settling.tier === 'ok' ? '' : own || settling.text;
  const end = events.find((event) => event.kind === 'process');
  return (
    <Headline tier={settling.tier} code="" title={called} word={tierWord(settling)} message={message}>
      {settling.outcome === 'lost' && end !== undefined && (
        <p>
          <RowLink session={session} seq={end.seq}>
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

/** The tier, and the outcome where that says more. */
function tierWord(row: Row): string {
  if (row.outcome === '') return row.tier;
  const plain = row.tier === 'ok' || row.outcome === 'tool error' || row.outcome === 'protocol error';
  return plain ? row.outcome : `${row.tier} · ${row.outcome}`;
}
