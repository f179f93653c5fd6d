import type { Finding } from '../../../app/findings/finding.ts';
import type { RetryAdvice } from '../../../app/findings/retry-advice.ts';
import type { Row } from '../../../app/frame/row.ts';
import { mostImportant, whatToDo } from '../../../app/report/explain/what-to-do.ts';
import styles from './explain.module.css';
import type { OutcomeText } from './outcome-text.ts';

/** What has to be changed, in one sentence below the headline. */
export function WhatToChange({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <section className={styles.change} aria-label="What to change">
      <p>{text}</p>
    </section>
  );
}

type Call = {
  readonly settling: Row;
  readonly happened: OutcomeText & { readonly inRequest?: true | undefined };
  readonly findings: readonly Finding[];
  readonly retry: RetryAdvice | undefined;
};

/** What has to be changed, as a report says it; empty if nothing went wrong. */
export function changeText({ settling, happened, findings, retry }: Call): string {
  const why = { todo: happened.act, ...(happened.inRequest === true ? { inRequest: true as const } : {}) };
  const important = mostImportant(findings, why, settling.tier);
  if (settling.tier === 'ok') return important?.todo ?? '';
  return whatToDo(why, important, retry, settling);
}
