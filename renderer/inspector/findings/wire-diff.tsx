import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import styles from './wire-diff.module.css';

type Props = {
  /** What was sent; empty where nothing was. */
  readonly before: string;
  /** What would have been right; empty where nothing can be said. */
  readonly after: string;
};

/** The wire before and after, as a difference. */
export function WireDiff({ before, after }: Props) {
  if (before === '' && after === '') return null;
  return (
    <ScrollBox className={styles.diff}>
      {before !== '' && <Side sign={after === '' ? ' ' : '-'} name="was sent" text={before} />}
      {after !== '' && <Side sign="+" name="would be right" text={after} />}
    </ScrollBox>
  );
}

/** A text that nothing replaces is a quotation and no deletion. */
const TAGS = { '-': 'del', '+': 'ins', ' ': 'div' } as const;

type SideProps = { readonly sign: '-' | '+' | ' '; readonly name: string; readonly text: string };

function Side({ sign, name, text }: SideProps) {
  const Tag = TAGS[sign];
  return (
    <Tag className={styles.side} data-sign={sign} title={name}>
      <span aria-hidden="true">{sign}</span>
      <code>{text}</code>
    </Tag>
  );
}
