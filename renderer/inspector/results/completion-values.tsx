import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import styles from './results.module.css';

/** What a server suggests for an argument (MCP, server/utilities/completion). */
export function CompletionValues({ result }: { readonly result: JsonObject }) {
  const completion = isJsonObject(result.completion) ? result.completion : {};
  const { values, total, hasMore } = completion;
  if (!Array.isArray(values)) return <p>The result has no list of values.</p>;
  const of = typeof total === 'number' ? ` of ${total.toLocaleString('en')}` : '';
  return (
    <>
      <p className={styles.note}>
        {values.length === 0 ? 'No suggestion' : `${values.length}${of} suggested`}
        {hasMore === true ? '; the server has more' : ''}.
      </p>
      <ol className={styles.values} aria-label="Suggested values">
        {values.map((value, index) => (
          <li key={index}>
            <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
          </li>
        ))}
      </ol>
    </>
  );
}
