import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { TextRange } from '../../../app/query/text-matcher.ts';
import { host, settled } from '../../state/host/host.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';
import { counted } from '../../ui/format/counted.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from './found-raw.module.css';
import { useSearch } from './search-store.ts';

/** What the style of the marks is called. */
const HIGHLIGHT = 'tierscope-found';
const NONE: readonly TextRange[] = [];

/** Text beyond this stays behind its button, even if it holds a match. */
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
          {counted(ranges.length, 'match', 'matches')} in this record
          {first > chars ? `, the first at character ${first.toLocaleString('en')}: show more to see it` : ''}
        </p>
      )}
      <FoundText ranges={ranges}>
        <LongText key={chars} text={text} firstChars={chars} />
      </FoundText>
    </>
  );
}

/** Where in one record's text the matches are. The host looks: an expression may hang, and this page must not. */
function useFoundRanges(session: string, seq: number): readonly TextRange[] {
  const search = useSearch((state) => (state.found.get(session)?.has(seq) === true ? state.search : null));
  return (
    useLoaded(search === null ? '' : `${search} ${session} ${seq}`, async () => {
      const read = search === null ? undefined : await settled(host().searchRanges({ search, session, seq }));
      return read?.ok === true ? read.value : NONE;
    }) ?? NONE
  );
}

type FoundTextProps = {
  readonly ranges: readonly TextRange[];
  /** Wire text from its first character on; it excludes buttons and text hidden from screen readers. */
  readonly children: ReactNode;
};

/** Highlights the matches in the text inside, and scrolls to the first one. */
function FoundText({ ranges, children }: FoundTextProps) {
  const box = useRef<HTMLSpanElement>(null);
  const shown = useRef<readonly TextRange[]>([]);
  // After every render: the text may have become longer, and the highlights belong to its nodes.
  useLayoutEffect(() => {
    if (box.current === null || ranges.length === 0) return;
    const marks = matchesIn(box.current, ranges);
    CSS.highlights.set(HIGHLIGHT, new Highlight(...marks));
    if (shown.current !== ranges) revealIn(box.current, marks[0]);
    shown.current = ranges;
    return () => void CSS.highlights.delete(HIGHLIGHT);
  });
  return <span ref={box}>{children}</span>;
}

/** Ranges of the page for ranges of the text; those beyond what is shown are left out. */
function matchesIn(box: HTMLElement, ranges: readonly TextRange[]): Range[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    return node.matches('button, [aria-hidden="true"]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const marks: Range[] = [];
  let start = 0;
  let next = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const end = start + (node.nodeValue ?? '').length;
    for (let at = next; at < ranges.length; at += 1) {
      const [from = 0, to = 0] = ranges[at] ?? [];
      if (from >= end) break;
      if (to > start) marks.push(rangeIn(node, Math.max(from, start) - start, Math.min(to, end) - start));
      if (to <= end) next = at + 1;
    }
    start = end;
  }
  return marks;
}

function rangeIn(node: Node, from: number, to: number): Range {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}

/** Scrolls the box around the text, and no more of the page. */
function revealIn(box: HTMLElement, match: Range | undefined): void {
  const scroller = box.parentElement;
  if (match === undefined || scroller === null) return;
  const [place, frame] = [match.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  scroller.scrollTop += place.top - frame.top - frame.height / 3;
}
