/** Kept for reloads of this window: by the browser, for this origin alone, which the port is a part of. */
const KEPT = 'tierscope.token';
/** Where windows of one origin hear each other. */
const CHANNEL = 'tierscope.token';
/** Another window answers at once; without one there is nobody to wait for. */
const WAIT_MS = 400;

type Heard = { readonly wants?: unknown; readonly token?: unknown };

/**
 * The token of the loopback host, and the end of it in the address bar, where it would stand in screenshots, in a
 * shared screen and in what is copied. A reload finds it in the window's own storage; a window that was opened at the
 * bare address asks the others of its origin. No cookie: a browser sends those to every port of this machine.
 */
export async function accessToken(page: Window): Promise<string> {
  const { location, history } = page;
  const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (given !== '') {
    keep(page, given);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    return answering(given);
  }
  const kept = keptToken(page);
  if (kept !== '') return answering(kept);
  const told = await tokenOfOthers();
  if (told !== '') keep(page, told);
  return answering(told);
}

function keptToken(page: Window): string {
  try {
    return page.sessionStorage.getItem(KEPT) ?? '';
  } catch {
    // A browser may forbid storage: a reload then needs the address again.
    return '';
  }
}

function keep(page: Window, token: string): void {
  try {
    page.sessionStorage.setItem(KEPT, token);
  } catch {
    // As above.
  }
}

/** Answers windows that ask, for as long as this page is there. */
function answering(token: string): string {
  if (token === '') return token;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (data.wants === true) channel.postMessage({ token });
  });
  return token;
}

/** The token that another window of this origin has; empty if none answers. */
function tokenOfOthers(): Promise<string> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve(''), WAIT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
      if (typeof data.token !== 'string') return;
      clearTimeout(timer);
      resolve(data.token);
    });
    channel.postMessage({ wants: true });
  }).finally(() => channel.close());
}
