import type { AnswerInstead } from '../../app/contract/answer-control.ts';
import { AreaField, TextField } from '../ui/controls/fields.tsx';
import type { InsteadDraft } from './answer-draft.ts';
import styles from './answers.module.css';

type Props = {
  readonly kind: AnswerInstead['kind'];
  readonly draft: InsteadDraft;
  readonly onChange: (draft: InsteadDraft) => void;
};

/** The members of an error that stands in the place of an answer; its id stays the one of the request. */
export function InsteadFields({ kind, draft, onChange }: Props) {
  const set = (name: keyof InsteadDraft) => (value: string) => onChange({ ...draft, [name]: value });
  if (kind === 'tool-error') {
    return (
      <div className={styles.fields}>
        <AreaField label="Text block" rows={2} value={draft.text} onChange={set('text')} />
        <AreaField
          label="structuredContent"
          hint="a JSON object, or nothing"
          rows={2}
          value={draft.structured}
          onChange={set('structured')}
        />
      </div>
    );
  }
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <TextField label="Code" value={draft.code} onChange={set('code')} />
        <TextField label="Message" value={draft.message} onChange={set('message')} />
      </div>
      <AreaField label="data" hint="JSON, or nothing" rows={2} value={draft.data} onChange={set('data')} />
    </div>
  );
}
