import { type AskDraft, type AskShape, type AskWay, waysOf } from '../state/server-requests/ask-draft.ts';
import styles from '../ui/controls/arguments-editor.module.css';
import { Segments } from '../ui/controls/segments.tsx';

type Props = {
  readonly shape: AskShape;
  readonly draft: AskDraft;
  readonly onChange: (draft: AskDraft) => void;
};

const WORDS: Record<AskWay, string> = { form: 'Form', json: 'JSON', result: 'Whole result', error: 'Error' };

/** The form of an ask that has no fields goes by what is there instead. */
function wayWords(shape: AskShape, way: AskWay): string {
  if (way !== 'form') return WORDS[way];
  if (shape === 'visit') return 'Address';
  return shape === 'nothing' ? 'Empty' : WORDS.form;
}

/** Chooses how the answer is written. What was written in another way stays. */
export function WaySwitch({ shape, draft, onChange }: Props) {
  return (
    <div className={styles.head}>
      <span>Answer</span>
      <Segments
        label="Answer as"
        options={waysOf(shape).map((way) => [way, wayWords(shape, way)] as const)}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
      />
    </div>
  );
}
