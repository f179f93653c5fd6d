/** What Electron's preload hands to the page: see `carrier/port-channel.ts` and `dialogs/open-files.ts`. */
interface Window {
  readonly tierscope?: { requestPort(): void; pathOf(file: File): string };
}
