import { useDeferredValue, useMemo } from 'react';
import {
  type Classification,
  type ClassifyRow,
  type ClassifyStep,
  type ClassRetry,
  classifyError,
} from '../../app/codes/auto-classify.ts';
import { foldStderr } from '../../app/frame/stderr-pick.ts';
import { stripAnsi } from '../../app/frame/stderr-text.ts';
import { counted, shortened } from '../ui/format/quantity-text.ts';
import { Button, kit } from '../ui/kit.tsx';
import styles from './classify-view.module.css';
import { setLookup, useLookup } from './lookup-state.tsx';

const EXAMPLE = 'ERROR:RATE_LIMIT — too many requests, retry after 30 s';

/** The code that mcp-ts-core's tables assign to an error text, the matching row, and whether a retry is safe. */
export function ClassifyView() {
  const text = useLookup((state) => state.text);
  const deferred = useDeferredValue(text);
  const { errors, skipped } = useMemo(() => classifyText(deferred), [deferred]);
  return (
    <div className={kit.stack}>
      <textarea
        className={`${kit.mono} ${styles.text}`}
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
        <p className={kit.mute} role="status">
          {counted(errors.length, 'error')}
          {skipped > 0 && `; ${counted(skipped, 'line names', 'lines name')} none`}
        </p>
      )}
      <ul className={kit.group}>
        {errors.map((error, index) => (
          <ClassificationItem key={`${index} ${error.text}`} error={error} open={errors.length === 1} />
        ))}
      </ul>
    </div>
  );
}

function Help() {
  return (
    <p className={kit.mute}>
      A server on mcp-ts-core gives every thrown error a code: by the error's own code, its class, its text,
      in this order. This shows which row decides. Text that is selected anywhere on the page comes here with{' '}
      <kbd>c</kbd>.{' '}
      <Button look="link" onClick={() => setLookup({ text: EXAMPLE })}>
        Try an example
      </Button>
    </p>
  );
}

const STEPS: Record<ClassifyStep, string> = {
  'own-code': '1. its own code',
  constructor: '2. its class',
  provider: '3. text of a provider',
  common: '4. common text',
  abort: '5. AbortError',
  fallback: '6. nothing fits',
};

function ClassificationItem({ error, open }: { readonly error: ClassifiedLine; readonly open: boolean }) {
  const { text, classification } = error;
  const { row, shadowed, category, retry } = classification;
  return (
    <li className={kit.card}>
      <p className={kit.fact}>{shortened(text, 300)}</p>
      <p className={kit.strong}>
        <Button look="link" onClick={() => setLookup({ query: String(row.code), view: 'meanings' })}>
          {row.code}
        </Button>{' '}
        <strong>{row.codeName}</strong>
      </p>
      {category !== null && (
        <p>
          The prefix <code>ERROR:{category.text}</code>{' '}
          {category.codeName === null
            ? 'is not a known category.'
            : `is the category of ${category.codeName}; the tables do not read it.`}
        </p>
      )}
      <p className={kit.callout} data-tone={retry.safety}>
        <strong>{RETRY_LABELS[retry.safety]}</strong> {retry.sentence}
      </p>
      <details open={open} className={kit.above}>
        <summary className={kit.accent}>{STEPS[row.step]}</summary>
        <dl className={`${kit.group} ${kit.above}`}>
          <Row row={row} verdict="decides" />
          {shadowed.map((late) => (
            <Row key={`${late.step} ${late.order} ${late.test}`} row={late} verdict="too late" />
          ))}
        </dl>
      </details>
    </li>
  );
}

function Row({ row, verdict }: { readonly row: ClassifyRow; readonly verdict: string }) {
  return (
    <div className={verdict === 'too late' ? kit.mute : ''}>
      <dt className={kit.strong}>
        {STEPS[row.step]}
        {row.order > 0 && `, row ${row.order}`}{' '}
        <span className={kit.tier} data-tone={verdict === 'too late' ? 'none' : 'good'}>
          {verdict}
        </span>
      </dt>
      <dd>
        {row.test !== '' && <code>{row.test}</code>} → {row.code} {row.codeName}
        {row.matched !== '' && row.matched !== row.test && (
          <>
            {' '}
            by “<mark className={styles.mark}>{row.matched.slice(0, 80)}</mark>”
          </>
        )}
      </dd>
    </div>
  );
}

const RETRY_LABELS: Record<ClassRetry['safety'], string> = {
  wait: 'Retry later.',
  refresh: 'Look first.',
  change: 'Change first.',
  never: 'No retry.',
  unknown: 'Unknown.',
};

type ClassifiedLine = { readonly text: string; readonly classification: Classification };

/** The errors in a pasted text; `skipped` counts the lines without one. */
type ClassifiedText = { readonly errors: readonly ClassifiedLine[]; readonly skipped: number };

const MAX_ERRORS = 100;
/** Where the error starts, after a time, a level and a logger name. */
const ERROR_START = /(?:MCP error -?\d+: |ERROR:[A-Z][A-Z0-9_]*\b|\b[A-Za-z_$][\w$.]*(?:Error|Exception)\b)/;
const NAMES_ERROR = /error|exception|fail|denied|refused|invalid|not found|time[d ]?out|rate.?limit|abort/i;

/**
 * Classifies a text: a single error as a whole, or each line of a log on its own. A trace belongs to its first line.
 */
export function classifyText(text: string): ClassifiedText {
  const groups = foldStderr(
    text
      .split(/\r?\n/)
      .map(stripAnsi)
      .filter((line) => line.trim() !== ''),
  );
  // The exception at the end of a traceback is the error; its header only announces it.
  const lines = groups.map(({ lines: [first = ''], exception }) => errorPart(exception || first));
  const naming = lines.length === 1 ? lines : lines.filter((line) => NAMES_ERROR.test(line));
  const errors = naming
    .slice(0, MAX_ERRORS)
    .map((line) => ({ text: line, classification: classifyError(line) }));
  return { errors, skipped: lines.length - naming.length };
}

function errorPart(line: string): string {
  const start = ERROR_START.exec(line)?.index ?? 0;
  return line.slice(start).trim();
}
