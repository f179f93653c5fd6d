import { create } from 'zustand';
import { showDialog } from '../state/screen/screen-store.ts';
import { readRemembered, remember } from '../state/screen/stored-entries.ts';
import { actionsOf } from '../ui/controls/action.ts';
import { Button, kit } from '../ui/kit.tsx';
import styles from './lookup-toggle.module.css';

export type LookupView = 'meanings' | 'classify' | 'sdks' | 'conflicts' | 'corrections' | 'own';

type LookupState = {
  readonly open: boolean;
  readonly query: string;
  /** Pasted lines that are looked up instead of the query; empty for none. */
  readonly paste: string;
  /** A pinned lookup does not follow the selection. */
  readonly pinned: boolean;
  readonly view: LookupView;
  readonly text: string;
};

const KEY = 'lookup.pinned';
/** A field takes a line of this length; more, or several lines, are looked up as a whole. */
const MAX_LINE_CHARS = 2000;

export const useLookup = create<LookupState>(() => ({
  open: false,
  query: '',
  paste: '',
  pinned: false,
  view: 'meanings',
  text: '',
  ...pinnedBefore(readRemembered(KEY)),
}));

export const { setState: setLookup } = useLookup;

/** The contents of a pinned lookup before a reload; empty if none was pinned. */
export function pinnedBefore(kept: unknown): Partial<LookupState> {
  return typeof kept === 'string' && kept !== '' ? { open: true, pinned: true, query: kept } : {};
}

/** Restores a pinned lookup after a reload. */
export function followPin(): void {
  useLookup.subscribe(({ pinned, open, query }, before) => {
    if (pinned === before.pinned && open === before.open && query === before.query) return;
    remember(KEY, pinned && open ? query.slice(0, MAX_LINE_CHARS) : '');
  });
}

export const LOOKUP_ACTIONS = actionsOf('View', [
  ['Code lookup', 'c', toggleLookup],
  ['Code lookup as a page', '', () => showDialog('code-lookup')],
  ['Error codes by SDK: the whole matrix', '', () => showDialog('sdk-matrix')],
  ['Pin the code lookup', 'p', pinLookup],
]);

export function isOneLine(text: string): boolean {
  return !text.includes('\n') && text.length <= MAX_LINE_CHARS;
}

export function lookUpPasted(text: string): void {
  const [query, paste] = isOneLine(text) ? [text, ''] : ['', text];
  setLookup({ open: true, view: 'meanings', query, paste });
}

/** Looks up and classifies the text selected on the page; without a selection, the selected row's code. */
function toggleLookup(): void {
  const text = window.getSelection()?.toString().trim() ?? '';
  if (text === '') setLookup(({ open }) => ({ open: !open }));
  else setLookup({ open: true, query: text, text, view: /\s/.test(text) ? 'classify' : 'meanings' });
}

/** Pins the lookup, or lets it follow the selection again; opens it if closed. */
function pinLookup(): void {
  setLookup(({ open, pinned }) => ({ open: true, pinned: open && !pinned }));
}

export function LookupToggle() {
  const open = useLookup((state) => state.open);
  return (
    <Button
      size="small"
      className={`${kit.push} ${styles.codes}`}
      aria-pressed={open}
      title="Error codes: look up what one means"
      onClick={() => setLookup({ open: !open })}
    >
      <span className={styles.long}>Error codes</span>
      <span className={styles.short}>Codes</span> <kbd>c</kbd>
    </Button>
  );
}

export function LookupButton({ code }: { readonly code: string }) {
  const open = () => setLookup({ open: true, query: code, pinned: false, view: 'meanings' });
  return (
    <Button size="small" onClick={open}>
      Open in code lookup
    </Button>
  );
}
