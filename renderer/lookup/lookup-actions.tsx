import { showDialog } from '../state/screen/screen-store.ts';
import { actionsOf } from '../ui/controls/action.ts';
import { Button, kit } from '../ui/kit.tsx';
import { setLookup, useLookup } from './lookup-store.ts';
import styles from './lookup-toggle.module.css';

/** What can be done with the code lookup. */
export const LOOKUP_ACTIONS = actionsOf('View', [
  ['Code lookup', 'c', toggleLookup],
  ['Code lookup as a page', '', () => showDialog('code-lookup')],
  ['Error codes by SDK: the whole matrix', '', () => showDialog('sdk-matrix')],
  ['Pin the code lookup', 'p', pinLookup],
]);

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
