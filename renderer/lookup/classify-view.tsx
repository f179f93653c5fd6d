import { useDeferredValue, useMemo } from 'react';
import { setLookup } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { ClassificationItem } from './classification-item.tsx';
import { classifyText } from './classify-lines.ts';
import styles from './classify-view.module.css';

const EXAMPLE = 'ERROR:RATE_LIMIT — too many requests, retry after 30 s';

/** Which code mcp-ts-core's tables would give to an error text, by which row, and whether a retry is safe. */
export function ClassifyView() {
  const text = useScreen((state) => state.lookup.text);
  const deferred = useDeferredValue(text);
  const { errors, skipped } = useMemo(() => classifyText(deferred), [deferred]);
  return (
    <div className={styles.page}>
      <textarea
        className={styles.text}
        aria-label="Error text or log lines"
        placeholder={`Paste an error or the lines of a log, such as\n${EXAMPLE}`}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setLookup({ text: event.target.value })}
      />
      {text.trim() === '' ? (
        <Help />
      ) : (
        <p className={styles.note} role="status">
          {errors.length === 1 ? '1 error' : `${errors.length} errors`}
          {skipped > 0 && `; ${skipped} ${skipped === 1 ? 'line names' : 'lines name'} none`}
        </p>
      )}
      <ul className={styles.list}>
        {errors.map((error, index) => (
          <ClassificationItem key={`${index} ${error.text}`} error={error} open={errors.length === 1} />
        ))}
      </ul>
    </div>
  );
}

function Help() {
  return (
    <p className={styles.note}>
      A server on mcp-ts-core gives every thrown error a code: by the error's own code, its class, its words,
      in this order. This shows which row decides. Text that is selected anywhere on the page comes here with{' '}
      <kbd>c</kbd>.{' '}
      <Button look="link" onClick={() => setLookup({ text: EXAMPLE })}>
        Try an example
      </Button>
    </p>
  );
}
