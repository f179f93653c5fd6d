import { ACTOR_LABELS, type Deed, todoAfterLabel } from '../../../app/explain/actor.ts';
import styles from './explain.module.css';

/** What has to be changed and by whom, in one sentence below the headline, as a report says it. */
export function WhatToChange({ deed }: { readonly deed: Deed }) {
  if (deed.todo === '') return null;
  return (
    <section className={styles.change} aria-label="What to change">
      <p>
        <b>{ACTOR_LABELS[deed.acts]}:</b> {todoAfterLabel(deed)}
      </p>
    </section>
  );
}
