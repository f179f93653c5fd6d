import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TextRange } from '../../../app/frame/query/text-matcher.ts';
import { indentedJson, placeWhenIndented } from '../../../app/wire/indented-json.ts';
import { JsonTokens } from '../../../app/wire/json-tokens.ts';
import { drawnText } from '../format/drawn-text.tsx';
import { Button } from '../kit.tsx';
import longText from './long-text.module.css';
import styles from './wire-text.module.css';

type Props = {
  readonly text: string;
  readonly firstChars: number;
  /** True if the text is JSON, which is colored. */
  readonly isJson: boolean;
  /** True for one line per member and element; for JSON only. */
  readonly indented: boolean;
  /** The marked ranges of the text, from left to right. */
  readonly found: readonly TextRange[];
  /** The range to scroll into view; the same object until it changes. */
  readonly current: TextRange | undefined;
};

/** A wire text with its colors and matches; of a long text only a growing part is laid out. */
export function WireText({ text, firstChars, isJson, indented, found, current }: Props) {
  const [shown, setShown] = useShownPart(text, firstChars, current);
  const { from, to } = shown;
  const drawing = useMemo(
    () => drawingOf(text, { from, to }, isJson, indented),
    [text, from, to, isJson, indented],
  );
  const box = useRef<HTMLSpanElement>(null);
  useHighlights(box, drawing, found, current);
  const rest = text.length - to;
  return (
    <>
      {from === 0 ? null : (
        <p>
          <MoreButton act={() => setShown({ from: 0, to: firstChars })}>
            show the text from its beginning; this is from character {from.toLocaleString('en')} on
          </MoreButton>
        </p>
      )}
      <span ref={box} className={styles.text}>
        {drawing.drawn}
      </span>
      {rest <= 0 ? null : (
        <>
          <span aria-hidden="true">…</span>{' '}
          <MoreButton act={() => setShown(partWithMore(shown))}>
            show more: {rest.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are left
          </MoreButton>
        </>
      )}
    </>
  );
}

function MoreButton({ act, children }: { readonly act: () => void; readonly children: ReactNode }) {
  return (
    <Button size="tiny" className={longText.more} onClick={act}>
      {children}
    </Button>
  );
}

function useShownPart(text: string, firstChars: number, current: TextRange | undefined) {
  const [shown, setShown] = useState<ShownPart>({ from: 0, to: firstChars });
  const [placed, setPlaced] = useState<TextRange>();
  if (current !== placed) {
    setPlaced(current);
    if (current !== undefined) setShown(partWith(text, shown, current));
  }
  return [shown, setShown] as const;
}

type Drawing = {
  readonly drawn: ReactNode;
  readonly colors: JsonColors | undefined;
  /** The position of a text range in the rendered part; undefined if it is not rendered in full. */
  readonly placeOf: (range: TextRange) => TextRange | undefined;
};

function drawingOf(text: string, { from, to }: ShownPart, isJson: boolean, indented: boolean): Drawing {
  const part = from === 0 && to >= text.length ? text : text.slice(from, to);
  const lines = isJson && indented ? indentedJson(part) : undefined;
  const shown = lines?.text ?? part;
  const place = (at: number) => (lines === undefined ? at - from : placeWhenIndented(lines, at - from));
  return {
    drawn: drawnText(shown),
    colors: isJson ? jsonColors(shown) : undefined,
    placeOf: ([start, end]) => (start < from || end > to ? undefined : [place(start), place(end - 1) + 1]),
  };
}

const COLORS = ['key', 'string', 'number', 'word'] as const;

/** Runs after each change of the rendered text, since the marks belong to its nodes. */
function useHighlights(
  box: { readonly current: HTMLElement | null },
  { colors, placeOf, drawn }: Drawing,
  found: readonly TextRange[],
  current: TextRange | undefined,
): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || colors === undefined) return;
    const held = COLORS.map((kind) => highlightText(element, `json-${kind}`, colors[kind]));
    return () => {
      for (const { clear } of held) clear();
    };
  }, [box, colors, drawn]);
  useLayoutEffect(() => {
    if (box.current === null || found.length === 0) return;
    const places = found.map(placeOf).filter((place) => place !== undefined);
    const marked = highlightText(box.current, 'tierscope-found', places, 1);
    const at = current && placeOf(current);
    const own = highlightText(box.current, 'tierscope-current', at === undefined ? [] : [at], 2);
    revealMark(box.current, own.marks[0]);
    return () => {
      marked.clear();
      own.clear();
    };
  }, [box, placeOf, found, current]);
}

type JsonColors = Readonly<Record<'key' | 'string' | 'number' | 'word', readonly TextRange[]>>;

const MAX_COLORED = 60_000;

/** The positions of keys, strings, numbers and words in JSON text, even in an incomplete one. */
export function jsonColors(text: string): JsonColors {
  const colors = { key: [], string: [], number: [], word: [] } satisfies Record<string, TextRange[]>;
  const add = (list: TextRange[], start: number, end: number) => list.push([start, end]);
  const tokens = new JsonTokens(text);
  let string: TextRange | undefined;
  while (tokens.nextSolid() && tokens.start < MAX_COLORED) {
    const { kind, start, end } = tokens;
    if (string !== undefined) add(kind === ':' ? colors.key : colors.string, ...string);
    string = kind === 'string' ? [start, end] : undefined;
    if (kind === 'scalar') add(/[-\d]/.test(text.charAt(start)) ? colors.number : colors.word, start, end);
  }
  if (string !== undefined) add(colors.string, ...string);
  return colors;
}

/** The shown part of a text, in UTF-16 code units; `to` is exclusive and may be beyond the end. */
type ShownPart = { readonly from: number; readonly to: number };

/** The limit of text that is laid out at once. */
export const MAX_SHOWN = 300_000;
/** How much a text grows at once, also towards a match: laying out more is noticeable. */
const STEP = 20_000;
const AROUND = 2_000;

/** The part extended to a range: from the same start if the range is near, else a part around it. */
export function partWith(text: string, part: ShownPart, [start, end]: TextRange): ShownPart {
  if (start >= part.from && end <= part.to) return part;
  const to = end + AROUND;
  if (start >= part.from && to - part.from <= STEP) return { from: part.from, to };
  if (to <= STEP) return { from: 0, to };
  return { from: memberStart(text, start - AROUND), to };
}

/** The next part: from the same start up to the limit, then moving on. */
export function partWithMore({ from, to }: ShownPart): ShownPart {
  const next = to + STEP;
  return { from: Math.max(from, next - MAX_SHOWN), to: next };
}

/** The start of a member shortly before a place, so that the part does not begin inside a string. */
function memberStart(text: string, at: number): number {
  const found = text.lastIndexOf(',"', Math.max(0, at));
  return found < at - AROUND ? Math.max(0, at) : found + 1;
}

/**
 * Marks ranges of an element's text with a custom highlight, which does not change the DOM; it is styled with
 * `::highlight(name)`. Several elements may share a name. Returns a function that removes the marks, and the marks.
 * Higher `priority` is drawn on top. Does nothing in a browser without highlights.
 */
function highlightText(
  box: HTMLElement,
  name: string,
  ranges: readonly TextRange[],
  priority = 0,
): { readonly marks: readonly AbstractRange[]; readonly clear: () => void } {
  const marks = rangesIn(box, ranges);
  if (typeof Highlight === 'undefined') return { marks, clear: () => undefined };
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
  for (const mark of marks) highlight.add(mark);
  const clear = () => {
    for (const mark of marks) highlight.delete(mark);
  };
  return { marks, clear };
}

/** DOM ranges for ascending text ranges; buttons and hidden parts are not part of the text. */
function rangesIn(box: HTMLElement, ranges: readonly TextRange[]): AbstractRange[] {
  if (ranges.length === 0) return [];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    return node.matches('button, [aria-hidden="true"]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const marks: AbstractRange[] = [];
  let start = 0;
  let next = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const end = start + (node.nodeValue ?? '').length;
    for (let at = next; at < ranges.length; at += 1) {
      const [from = 0, to = 0] = ranges[at] ?? [];
      if (from >= end) break;
      if (to > start) marks.push(rangeOf(node, Math.max(from, start) - start, Math.min(to, end) - start));
      if (to <= end) next = at + 1;
    }
    start = end;
  }
  return marks;
}

/** A static range costs nothing when the DOM changes. */
function rangeOf(node: Node, from: number, to: number): AbstractRange {
  return new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to });
}

function revealMark(box: HTMLElement, mark: AbstractRange | undefined): void {
  const scroller = box.parentElement;
  if (mark === undefined || scroller === null) return;
  const range = document.createRange();
  range.setStart(mark.startContainer, mark.startOffset);
  range.setEnd(mark.endContainer, mark.endOffset);
  const [place, frame] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  scroller.scrollTop += place.top - frame.top - frame.height / 3;
}
