import { useState } from 'react';
import type { SavedSurvey } from '../../../app/lab/survey/measured-file.ts';
import { host, settled } from '../../state/host/host.ts';
import { loadHostRows } from '../../state/session/use-host-lens.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Fault, Field } from '../../ui/controls/fields.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './vocabulary-chip.module.css';

/** Takes what an agent wrote of the survey in this session, and shows what follows from it. */
export function SurveyAnswer({ session }: { readonly session: string }) {
  const [answer, setAnswer] = useState('');
  const [saved, setSaved] = useState<SavedSurvey | undefined>(undefined);
  const [fault, setFault] = useState('');
  const measure = async () => {
    const outcome = await settled(host().measureSurvey({ session, answer }));
    setFault(outcome.ok ? '' : outcome.error);
    setSaved(outcome.ok ? outcome.value : undefined);
    if (outcome.ok) await loadHostRows();
  };
  return (
    <section className={styles.layer} aria-label="Survey">
      <h3>Survey</h3>
      <p className={kit.mute}>
        This session is a survey. Paste what the agent wrote of it, if it did not report by itself: what it
        saw becomes measured rows of its host.
      </p>
      <Field label="The agent's answer">
        {(wiring) => (
          <textarea {...wiring} rows={4} value={answer} onChange={(event) => setAnswer(event.target.value)} />
        )}
      </Field>
      <div className={`${kit.row} ${kit.above}`}>
        <Button size="small" onClick={() => void measure()}>
          Measure the host
        </Button>
        {saved !== undefined && saved.page !== '' && (
          <CopyButton label="Copy the page" text={() => saved.page} />
        )}
      </div>
      <Fault text={fault} />
      <div role="status">
        {saved?.lines.map((line) => (
          <p key={line} className={`${kit.anywhere} ${kit.above}`}>
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
