import { assertNever } from '../../../app/base/assert-never.ts';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { Card } from '../../ui/controls/card.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { UrlView } from '../../ui/url/url-view.tsx';
import { type DataFact, readErrorData } from './error-data.ts';
import styles from './explain.module.css';
import { IssueList } from './issue-list.tsx';

type Props = { readonly data: unknown; readonly declared: JsonObject };

/** `error.data`: first what it says in words, then all of it. */
export function ErrorDataCard({ data, declared }: Props) {
  if (data === undefined) return null;
  return (
    <Card title="error.data">
      <div className={styles.stack}>
        <ErrorFacts data={data} declared={declared} />
        <JsonTree value={data} label="error.data" />
      </div>
    </Card>
  );
}

/** The members of an error's data that can be said in words. */
export function ErrorFacts({ data, declared }: Props) {
  return readErrorData(data, declared).map((fact) => <Fact key={fact.kind} fact={fact} />);
}

function Fact({ fact }: { readonly fact: DataFact }) {
  switch (fact.kind) {
    case 'uri':
      return (
        <p>
          The resource in question: <code>{fact.uri}</code>
        </p>
      );
    case 'elicitations':
      return (
        <ul className={styles.issues}>
          {fact.items.map((item) => (
            <li key={`${item.id} ${item.url}`}>
              The user must open this address first{item.message === '' ? '' : ` (“${item.message}”)`}:
              <UrlView url={item.url} />
            </li>
          ))}
        </ul>
      );
    case 'versions':
      return (
        <p>
          {fact.requested !== '' && (
            <>
              The client asked for <code>{fact.requested}</code>.{' '}
            </>
          )}
          {fact.supported.length > 0 && (
            <>
              The server supports <code>{fact.supported.join(', ')}</code>.
            </>
          )}
        </p>
      );
    case 'capabilities':
      return (
        <p>
          The server needs these capabilities of the client: <code>{fact.required.join(', ')}</code>.{' '}
          {fact.missing.length === 0
            ? 'The client declared all of them.'
            : `The client did not declare ${fact.missing.join(', ')}.`}
        </p>
      );
    case 'reason':
      return (
        <p>
          Reason: <code>{fact.text}</code>
        </p>
      );
    case 'detail':
      return <p>“{fact.text}”</p>;
    case 'hint':
      return (
        <p>
          <strong>Recovery hint:</strong> {fact.text}
        </p>
      );
    case 'issues':
      return <IssueList issues={fact.issues} />;
    default:
      return assertNever(fact);
  }
}
