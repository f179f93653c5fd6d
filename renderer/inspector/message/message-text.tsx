import { type KeyboardEvent, useContext, useDeferredValue, useMemo, useState } from 'react';
import { create } from 'zustand';
import { type TextRange, textMatcher } from '../../../app/frame/query/text-matcher.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { readRemembered, remember } from '../../state/screen/kept-entries.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import line from '../../ui/controls/line-field.module.css';
import { counted } from '../../ui/format/quantity-text.ts';
import { WireText } from '../../ui/json-tree/wire-text.tsx';
import { Button, kit, ScrollBox, Segments } from '../../ui/kit.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { isReadable } from './frame-tree.tsx';
import styles from './message-text.module.css';

/** Fits into one frame of rendering with the rest of the page; a button shows more. */
const FIRST_CHARS = 8_000;
const MAX_MATCHES = 10_000;
const NONE: readonly TextRange[] = [];

type Props = {
  readonly session: string;
  readonly frame: ReadFrame;
  readonly of: string;
};

/** The searchable text of a message, as sent or indented. Use another `key` for another message. */
export function MessageText({ session, frame, of }: Props) {
  const { raw, record } = frame;
  const isJson = isReadable(frame);
  const { form } = useTextForm();
  const find = useFind(raw);
  const { FoundRanges } = useContext(InspectorSlotsContext);
  const text = (searched: readonly TextRange[]) => {
    const finds = find.needle !== '';
    return (
      <>
        {searched.length === 0 || finds ? null : (
          <p className={`${kit.accent} ${kit.above}`}>
            {counted(searched.length, 'match', 'matches')} in this record
          </p>
        )}
        <ScrollBox className={`${kit.code} ${kit.above} ${styles.text}`} label={`Text of the ${of}`}>
          <WireText
            text={raw}
            firstChars={FIRST_CHARS}
            isJson={isJson}
            indented={form === 'indented'}
            found={finds ? find.ranges : searched}
            current={finds ? find.current : searched[0]}
          />
        </ScrollBox>
      </>
    );
  };
  return (
    <>
      <div className={`${kit.toolbar} ${styles.bar}`}>
        {isJson && (
          <Segments label={`Text of the ${of} as`} options={FORMS} value={form} onChange={setTextForm} />
        )}
        <FindField find={find} of={of} />
        <CopyButton label="Copy text" text={() => raw} />
      </div>
      {FoundRanges === undefined ? (
        text(NONE)
      ) : (
        <FoundRanges session={session} seq={record.seq}>
          {text}
        </FoundRanges>
      )}
    </>
  );
}

const FORMS: readonly (readonly [TextForm, string])[] = [
  ['sent', 'As sent'],
  ['indented', 'Indented'],
];

type Find = ReturnType<typeof useFind>;

/** Case-insensitive search in one text; in a long text, typing stays ahead of the matches. */
function useFind(text: string) {
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const sought = useDeferredValue(needle);
  const ranges = useMemo(() => {
    const matcher = textMatcher({ text: sought, regex: false, matchCase: false });
    return matcher.ok ? matcher.value.ranges(text, MAX_MATCHES) : NONE;
  }, [text, sought]);
  const seek = (next: string) => {
    setNeedle(next);
    setAt(0);
  };
  const step = (by: 1 | -1) => setAt((at + by + ranges.length) % Math.max(1, ranges.length));
  return { needle, ranges, current: ranges[at], at, seek, step };
}

function FindField({ find, of }: { readonly find: Find; readonly of: string }) {
  const { needle, seek, step } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && needle !== '') seek('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`${line.field} ${styles.find}`}>
      <input
        type="text"
        aria-label={`Find in the ${of}`}
        placeholder="Find"
        title="Enter: next match; Shift+Enter: the one before; Escape: none"
        spellCheck={false}
        autoComplete="off"
        maxLength={1000}
        value={needle}
        onChange={(event) => seek(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={`${kit.note} ${kit.fixed}`}>
        {countText(find)}
      </span>
      {needle === '' ? null : (
        <>
          <Button
            look="icon"
            size="tiny"
            aria-label="Match before"
            disabled={find.ranges.length === 0}
            onClick={() => step(-1)}
          >
            ↑
          </Button>
          <Button
            look="icon"
            size="tiny"
            aria-label="Next match"
            disabled={find.ranges.length === 0}
            onClick={() => step(1)}
          >
            ↓
          </Button>
        </>
      )}
    </div>
  );
}

function countText({ needle, ranges, at }: Find): string {
  if (needle === '') return '';
  if (ranges.length === 0) return 'none';
  const more = ranges.length === MAX_MATCHES ? '+' : '';
  return `${(at + 1).toLocaleString('en')} of ${ranges.length.toLocaleString('en')}${more}`;
}

const KEY = 'text-form';

/** The display of message texts: as sent, or with a line per member. */
export type TextForm = 'sent' | 'indented';

/** The choice applies to all messages and is kept across restarts. */
export const useTextForm = create<{ readonly form: TextForm }>(() => ({
  form: readRemembered(KEY) === 'indented' ? 'indented' : 'sent',
}));

export function setTextForm(form: TextForm): void {
  useTextForm.setState({ form });
  remember(KEY, form);
}
