import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TextRange } from '../../../app/query/text-matcher.ts';
import { indentedJson, placeWhenIndented } from '../../../app/wire/indented-json.ts';
import { Button } from '../controls/button.tsx';
import { drawnText } from '../format/drawn-text.tsx';
import { type JsonColours, jsonColours } from './json-colours.ts';
import longText from './long-text.module.css';
import { partWith, partWithMore, type ShownPart } from './shown-part.ts';
import { highlightText, revealMark } from './text-highlights.ts';
import styles from './wire-text.module.css';

type Props = {
  readonly text: string;
  /** Characters shown at first. */
  readonly firstChars: number;
  /** True if the text is JSON: it has its colours then. */
  readonly isJson: boolean;
  /** True for a line for each member and element; of JSON only. */
  readonly indented: boolean;
  /** What is marked, as ranges of the text from left to right. */
  readonly found: readonly TextRange[];
  /** The one of them that is brought into sight; the same object until another one is. */
  readonly current: TextRange | undefined;
};

/**
 * Wire text with its colours and with what was found in it. Of a long text a part is shown, which grows in steps and
 * moves to the current match, so that 5 MB never reach the layout at once.
 */
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

/** The part that is shown; it moves when another match becomes the current one. */
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
  readonly colours: JsonColours | undefined;
  /** Where a range of the text stands in what is drawn; undefined if it is not drawn whole. */
  readonly placeOf: (range: TextRange) => TextRange | undefined;
};

function drawingOf(text: string, { from, to }: ShownPart, isJson: boolean, indented: boolean): Drawing {
  const part = from === 0 && to >= text.length ? text : text.slice(from, to);
  const lines = isJson && indented ? indentedJson(part) : undefined;
  const shown = lines?.text ?? part;
  const place = (at: number) => (lines === undefined ? at - from : placeWhenIndented(lines, at - from));
  return {
    drawn: drawnText(shown),
    colours: isJson ? jsonColours(shown) : undefined,
    placeOf: ([start, end]) => (start < from || end > to ? undefined : [place(start), place(end - 1) + 1]),
  };
}

const COLOURS = ['key', 'string', 'number', 'word'] as const;

/** After each change of what is drawn: the marks belong to its nodes. */
function useHighlights(
  box: { readonly current: HTMLElement | null },
  { colours, placeOf, drawn }: Drawing,
  found: readonly TextRange[],
  current: TextRange | undefined,
): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || colours === undefined) return;
    const held = COLOURS.map((kind) => highlightText(element, `json-${kind}`, colours[kind]));
    return () => {
      for (const { clear } of held) clear();
    };
  }, [box, colours, drawn]);
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
