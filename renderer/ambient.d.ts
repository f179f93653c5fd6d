/** What Electron's preload exposes to the page: see `carrier/port-channel.ts` and `dialogs/open-files.ts`. */
interface Window {
  readonly tierscope?: { requestPort(): void; pathOf(file: File): string };
}
