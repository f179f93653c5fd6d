import { useMemo } from 'react';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from './found-raw.module.css';
import { FoundText } from './found-text.tsx';
import { useFoundRanges } from './use-found-ranges.ts';

/** Text beyond this stays behind its button, also where a match is there. */
const MOST_SHOWN = 300_000;
const AROUND = 400;

type Props = {
  readonly session: string;
  readonly seq: number;
  readonly text: string;
  /** Characters shown at first, without a match further down. */
  readonly firstChars: number;
};

/** Raw text with what the search found in it; it is shown as far as the first match. */
export function FoundRaw({ session, seq, text, firstChars }: Props) {
  const ranges = useFoundRanges(session, seq);
  const first = ranges[0]?.[1] ?? 0;
  const chars = useMemo(
    () => Math.min(Math.max(firstChars, first === 0 ? 0 : first + AROUND), MOST_SHOWN),
    [firstChars, first],
  );
  return (
    <>
      {ranges.length === 0 ? null : (
        <p className={styles.note}>
          {ranges.length === 1 ? '1 match' : `${ranges.length.toLocaleString('en')} matches`} in this record
          {first > chars ? `, the first at character ${first.toLocaleString('en')}: show more to see it` : ''}
        </p>
      )}
      <FoundText ranges={ranges}>
        <LongText key={chars} text={text} firstChars={chars} />
      </FoundText>
    </>
  );
}
