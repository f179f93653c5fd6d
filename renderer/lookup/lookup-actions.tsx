import { showDialog } from '../state/screen/screen-store.ts';
import type { Action } from '../ui/controls/action.ts';
import { Button, kit } from '../ui/kit.tsx';
import { setLookup, useLookup } from './lookup-store.ts';
import styles from './lookup-toggle.module.css';

/** What can be done with the code lookup. */
export const LOOKUP_ACTIONS: readonly Action[] = [
  { group: 'View', title: 'Code lookup', keys: [{ key: 'c' }], run: toggleLookup },
  {
    group: 'View',
    title: 'Code lookup as a page',
    keys: [],
    run: () => showDialog('code-lookup'),
  },
  {
    group: 'View',
    title: 'Error codes by SDK: the whole matrix',
    keys: [],
    run: () => showDialog('sdk-matrix'),
  },
  { group: 'View', title: 'Pin the code lookup', keys: [{ key: 'p' }], run: pinLookup },
];

/** Text that is selected on the page is looked up and classified; without it the selected row's code. */
function toggleLookup(): void {
  const text = window.getSelection()?.toString().trim() ?? '';
  if (text === '') setLookup(({ open }) => ({ open: !open }));
  else setLookup({ open: true, query: text, text, view: /\s/.test(text) ? 'classify' : 'meanings' });
}

/** Pins what the lookup shows, or lets it follow the selection again; a closed one is opened. */
function pinLookup(): void {
  setLookup(({ open, pinned }) => ({ open: true, pinned: open && !pinned }));
}

/** Shows and hides the code lookup. */
export function LookupToggle() {
  const open = useLookup((state) => state.open);
  return (
    <Button
      look="quiet"
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

/** Opens the lookup at every meaning of a code. */
export function LookupButton({ code }: { readonly code: string }) {
  const open = () => setLookup({ open: true, query: code, pinned: false, view: 'meanings' });
  return (
    <Button size="small" onClick={open}>
      Open in code lookup
    </Button>
  );
}
