import { useState } from 'react';
import { drawnText } from '../format/drawn-text.tsx';
import { Button } from '../kit.tsx';
import styles from './long-text.module.css';

/** A longer text grows in steps, so that 5 MB are never laid out at once. */
const STEP_CHARS = 20_000;

type Props = {
  readonly text: string;
  readonly firstChars: number;
  readonly className?: string | undefined;
};

/** A wire text in full, but shown in steps, with its total length. */
export function LongText({ text, firstChars, className }: Props) {
  const [shown, setShown] = useState(firstChars);
  if (text.length <= shown) return <span className={className}>{drawnText(text)}</span>;
  const rest = text.length - shown;
  const next = Math.min(rest, STEP_CHARS);
  return (
    <>
      <span className={className}>{drawnText(text.slice(0, shown))}</span>
      <span aria-hidden="true">…</span>{' '}
      <Button
        size="tiny"
        className={styles.more}
        onClick={(event) => {
          event.stopPropagation();
          setShown(shown + next);
        }}
      >
        {next === rest
          ? `show all ${text.length.toLocaleString('en')} characters`
          : `show ${next.toLocaleString('en')} more of ${text.length.toLocaleString('en')} characters`}
      </Button>
    </>
  );
}
