import {
  type DiffLine,
  type Segment,
  type TextDiff,
  tokenDiff,
} from '../../../app/analysis/compare/text-diff.ts';
import { ScrollBox } from '../kit.tsx';
import styles from './line-diff.module.css';

type Props = {
  /** The accessible name. */
  readonly label: string;
  readonly diff: TextDiff;
};

/** Two JSON texts as one, one member a line: what both have is dim, and only what differs is filled. */
export function LineDiff({ label, diff: { lines, cut } }: Props) {
  return (
    <ScrollBox className={styles.box} label={label}>
      {blocksOf(lines).map((block, place) => (
        <Block key={place} lines={block} />
      ))}
      {cut && <p className={styles.note}>The rest is too long to be shown here.</p>}
    </ScrollBox>
  );
}

/** Lines that differ and stand together: first all of the left side, then all of the right one. */
function Block({ lines }: { readonly lines: readonly DiffLine[] }) {
  if (lines[0]?.kind === 'same') return lines.map((line, place) => <Same key={place} line={line} />);
  const pairs = lines.map(({ left, right }) => sidesOf(left, right));
  return (
    <>
      {pairs.map(({ left }, place) => left !== null && <Side key={`-${place}`} sign="-" segments={left} />)}
      {pairs.map(
        ({ right }, place) => right !== null && <Side key={`+${place}`} sign="+" segments={right} />,
      )}
    </>
  );
}

type Segments = readonly Segment[] | null;

/** A line that faces another is marked by its tokens; one that stands alone needs no mark. */
function sidesOf(left: Segments, right: Segments): { readonly left: Segments; readonly right: Segments } {
  return left === null || right === null ? { left, right } : tokenDiff(textOf(left), textOf(right));
}

function Same({ line }: { readonly line: DiffLine }) {
  return (
    <div className={styles.line}>
      <code>{textOf(line.left ?? [])}</code>
    </div>
  );
}

const TAGS = { '-': 'del', '+': 'ins' } as const;

type SideProps = { readonly sign: '-' | '+'; readonly segments: readonly Segment[] };

function Side({ sign, segments }: SideProps) {
  const Tag = TAGS[sign];
  return (
    <Tag className={styles.line} data-sign={sign}>
      <code>
        {segments.map(({ text, mark }, place) =>
          mark === 'changed' ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
        )}
      </code>
    </Tag>
  );
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}

/** Runs of equal lines, and of lines that differ. */
function blocksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const blocks: DiffLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && (last[0]?.kind === 'same') === (line.kind === 'same')) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
