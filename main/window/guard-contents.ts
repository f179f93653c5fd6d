import type { Session, WebContents } from 'electron';
import { isAppAddress } from './app-scheme.ts';

/** How long after a click or key press an opened link counts as wanted, in milliseconds. */
const USER_INPUT_MS = 2000;
const USER_INPUTS: ReadonlySet<string> = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown']);

type ContentsGuard = {
  readonly openLink: (address: string) => void;
  /** A clock in milliseconds, with any origin. */
  readonly now: () => number;
};

/** Prevents navigation; an https link that was just opened by a click or key press goes to the system's browser. */
export function guardContents(contents: WebContents, guard: ContentsGuard): void {
  let lastInputAt = Number.NEGATIVE_INFINITY;
  contents.on('input-event', (_event, input) => {
    if (USER_INPUTS.has(input.type)) lastInputAt = guard.now();
  });
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebLink(url) && guard.now() - lastInputAt <= USER_INPUT_MS) guard.openLink(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isAppAddress(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!isAppAddress(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Denies every permission and device except writing text to the clipboard. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, origin: string): boolean =>
    permission === 'clipboard-sanitized-write' && isAppAddress(origin);
  session.setPermissionRequestHandler((contents, permission, callback) =>
    callback(isAllowed(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
}

function isWebLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  // A user name before the host can look like one: https://example.com@evil.example.
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}
