import { useState } from 'react';
import type { DiffLine, Segment, TextDiff } from '../../../app/analysis/compare/text-diff.ts';
import { counted } from '../format/counted.ts';
import { Button, ScrollBox } from '../kit.tsx';
import styles from './diff-view.module.css';

type Props = { readonly title: string; readonly diff: TextDiff };

/** Two JSON texts side by side, line by line; what is set aside as noise is marked as such. */
export function DiffView({ title, diff }: Props) {
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
        <span className={styles.aside} title="Set aside as noise">
          {text}
        </span>
      );
    case 'changed':
      return side === 'left' ? <del>{text}</del> : <ins>{text}</ins>;
  }
}

/** A stretch of lines that is shown, or one of equal lines that is folded away. */
type LineFold = { readonly kind: 'lines' | 'fold'; readonly lines: readonly DiffLine[] };

/** Equal lines that stay around a difference, and how many make a fold worth its line. */
const CONTEXT = 3;
const MIN_FOLDED = 4;
/** A text of so few lines is shown whole. */
const SHORT = 12;

/** Folds long stretches of equal lines away. A short text is shown whole. */
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
