export { scrollToRow, selectedKey, setViewport, showInOwnTab, viewInFront } from './screen-store.ts';
