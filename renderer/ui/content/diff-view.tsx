import { useState } from 'react';
import {
  type DiffLine,
  type Segment,
  type TextDiff,
  tokenDiff,
} from '../../../app/analysis/compare/text-diff.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { counted } from '../format/quantity-text.ts';
import { Button, ScrollBox } from '../kit.tsx';
import styles from './diff-view.module.css';
import lineDiffStyles from './line-diff.module.css';

/** A side-by-side line diff of two JSON texts; ignored noise is marked as such. */
export function DiffView({ title, diff }: { readonly title: string; readonly diff: TextDiff }) {
  const { lines, cut } = diff;
  if (lines.length === 0) return null;
  const parts = foldLines(lines);
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{summaryOf(lines)}</small>
      </h3>
      <ScrollBox className={styles.diffBox}>
        {parts.map((part, place) => (
          <Part key={place} part={part} open={part.kind === 'lines'} />
        ))}
        {cut ? (
          <p className={styles.note}>The rest is too long to be shown here; the log has all of it.</p>
        ) : null}
      </ScrollBox>
    </section>
  );
}

function summaryOf(lines: readonly DiffLine[]): string {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const differ = count('changed') + count('left') + count('right');
  const noise = count('noise');
  const parts = [
    differ === 0 ? '' : counted(differ, 'line differs', 'lines differ'),
    noise === 0 ? '' : `${counted(noise, 'line differs', 'lines differ')} in noise only`,
  ];
  return parts.filter((part) => part !== '').join(', ') || 'the same';
}

function Part({ part, open: startsOpen }: { readonly part: LineFold; readonly open: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  if (!open) {
    return (
      <Button look="bare" className={styles.unfold} onClick={() => setOpen(true)}>
        {part.lines.length} equal lines
      </Button>
    );
  }
  return part.lines.map((line, place) => (
    <div key={place} className={styles.pair} data-kind={line.kind}>
      <Line segments={line.left} side="left" />
      <Line segments={line.right} side="right" />
    </div>
  ));
}

function Line({
  segments,
  side,
}: {
  readonly segments: readonly Segment[] | null;
  readonly side: 'left' | 'right';
}) {
  if (segments === null) return <code className={styles.code} data-empty="true" />;
  return (
    <code className={styles.code} data-side={side}>
      {segments.map(({ text, mark }, place) => (
        <Piece key={place} text={text} mark={mark} side={side} />
      ))}
    </code>
  );
}

function Piece({ text, mark, side }: Segment & { readonly side: 'left' | 'right' }) {
  switch (mark) {
    case '':
      return text;
    case 'noise':
      return (
        <span className={styles.aside} title="Ignored difference">
          {text}
        </span>
      );
    case 'changed':
      return side === 'left' ? <del>{text}</del> : <ins>{text}</ins>;
  }
}

type LineFold = { readonly kind: 'lines' | 'fold'; readonly lines: readonly DiffLine[] };

/** How many equal lines remain around a difference, and how many justify a fold. */
const CONTEXT = 3;
const MIN_FOLDED = 4;
const SHORT = 12;

/** Folds long runs of equal lines. A short text is shown in full. */
export function foldLines(lines: readonly DiffLine[]): readonly LineFold[] {
  if (lines.length === 0) return [];
  if (lines.length <= SHORT) return [{ kind: 'lines', lines }];
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let place = index - CONTEXT; place <= index + CONTEXT; place += 1) near.add(place);
  }
  const parts: { kind: 'lines' | 'fold'; lines: DiffLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = near.has(index) ? 'lines' : 'fold';
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts.map((part) => (part.lines.length < MIN_FOLDED ? { ...part, kind: 'lines' } : part));
}

type LineDiffProps = {
  readonly label: string;
  readonly diff: TextDiff;
};

/** An inline diff of two JSON texts, one member per line: common lines are dim, only differences are filled. */
export function LineDiff({ label, diff: { lines, cut } }: LineDiffProps) {
  return (
    <ScrollBox className={lineDiffStyles.box} label={label}>
      {blocksOf(lines).map((block, place) => (
        <Block key={place} lines={block} />
      ))}
      {cut && <p className={lineDiffStyles.note}>The rest is too long to be shown here.</p>}
    </ScrollBox>
  );
}

/** Adjacent differing lines: first all of the left side, then all of the right. */
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

/** A line with a counterpart is marked by token; one without needs no marks. */
function sidesOf(left: Segments, right: Segments): { readonly left: Segments; readonly right: Segments } {
  return left === null || right === null ? { left, right } : tokenDiff(textOf(left), textOf(right));
}

function Same({ line }: { readonly line: DiffLine }) {
  return (
    <div className={lineDiffStyles.line}>
      <code>{textOf(line.left ?? [])}</code>
    </div>
  );
}

const TAGS = { '-': 'del', '+': 'ins' } as const;

function Side({ sign, segments }: { readonly sign: '-' | '+'; readonly segments: readonly Segment[] }) {
  const Tag = TAGS[sign];
  return (
    <Tag className={lineDiffStyles.line} data-sign={sign}>
      <code>
        {segments.map(({ text, mark }, place) =>
          mark === 'changed' ? (
            <mark key={place}>{drawnText(text)}</mark>
          ) : (
            <span key={place}>{drawnText(text)}</span>
          ),
        )}
      </code>
    </Tag>
  );
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}

function blocksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const blocks: DiffLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && (last[0]?.kind === 'same') === (line.kind === 'same')) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
