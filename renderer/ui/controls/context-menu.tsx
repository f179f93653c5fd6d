export { contextMenuByKey } from './menus.tsx';
