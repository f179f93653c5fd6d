import { ACTOR_LABELS, type NextStep, stepAfterLabel } from '../../../app/protocol/actor.ts';
import styles from './explain.module.css';

/** What has to be changed and by whom, in one sentence below the headline, as a report says it. */
export function WhatToChange({ step }: { readonly step: NextStep }) {
  if (step.action === '') return null;
  return (
    <section className={styles.change} aria-label="What to change">
      <p>
        <b>{ACTOR_LABELS[step.actor]}:</b> {stepAfterLabel(step)}
      </p>
    </section>
  );
}
