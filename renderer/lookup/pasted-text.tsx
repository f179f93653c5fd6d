import { MAX_PASTE_CHARS } from '../../app/codes/look-up-text.ts';
import { Button, kit, ScrollBox } from '../ui/kit.tsx';
import { LookupResults } from './lookup-results.tsx';
import { setLookup } from './lookup-store.ts';

/** A text of one line that is longer does not fit a field either. */
const MAX_LINE_CHARS = 2000;
const SHOWN_CHARS = 2000;

/** True for what is looked up as a text, and not typed into the field. */
export function isPastedText(text: string): boolean {
  return text.includes('\n') || text.length > MAX_LINE_CHARS;
}

/** Looks up a line of a log, a dialog or a whole log in place of the query. */
export function pasteText(text: string): void {
  // One more than is read, so that the cut shows.
  setLookup({ paste: text.slice(0, MAX_PASTE_CHARS + 1), query: '', view: 'meanings' });
}

/** What a pasted text means, with its beginning above, so that one sees what was read. */
export function PastedText({ text }: { readonly text: string }) {
  const isCut = text.length > MAX_PASTE_CHARS;
  return (
    <>
      <section aria-label="Pasted text" className={`${kit.stack} ${kit.mute}`}>
        <ScrollBox className={`${kit.card} ${kit.code} ${kit.low}`}>{text.slice(0, SHOWN_CHARS)}</ScrollBox>
        <p>
          {isCut ? `The first ${MAX_PASTE_CHARS.toLocaleString('en')} characters were read. ` : null}
          <Button size="small" onClick={() => setLookup({ paste: '' })}>
            Clear
          </Button>
        </p>
      </section>
      <LookupResults query={text} />
    </>
  );
}
