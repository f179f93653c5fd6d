/** What Electron's preload hands to the page: one verb, see `carrier/port-channel.ts`. */
interface Window {
  readonly tierscope?: { requestPort(): void };
}
