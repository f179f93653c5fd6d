import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication, Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { electronBinary } from '../pages/electron-binary.ts';
import {
  guardsFiles,
  guardsHeaders,
  guardsNavigation,
  guardsOptions,
  guardsPermissions,
  guardsPreload,
  guardsSenders,
  guardsWebviews,
} from '../pages/electron-guards.ts';
import { ended, RunningProgram } from '../pages/run-program.ts';
import { startElectron } from '../pages/running-electron.ts';

// The built app with one fault each: the check of the sound app must notice it, and for that reason.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

type Fault = {
  readonly where: string;
  readonly from: string;
  readonly to: string;
  readonly guard: (page: Page, electron: ElectronApplication) => Promise<void>;
  /** The complaint of the check, or of the program on stderr. */
  readonly because: RegExp;
};

const FAULTS: readonly Fault[] = [
  {
    where: 'the preload hands ipcRenderer to the page',
    from: 'requestPort: () =>',
    to: 'ipc: electron.ipcRenderer,\n\trequestPort: () =>',
    guard: guardsPreload,
    because: /object ipc/,
  },
  {
    where: 'the preload keeps the port to itself',
    from: 'window.postMessage({ tierscope: "port" }, "*", [...event.ports])',
    to: 'void event',
    guard: guardsPreload,
    because: /data-host/,
  },
  {
    where: 'the headers let inline scripts run',
    from: '"script-src \'self\'"',
    to: "\"script-src 'self' 'unsafe-inline'\"",
    guard: guardsHeaders,
    because: /unsafe-inline/,
  },
  {
    where: 'the headers let texts be evaluated',
    from: '"script-src \'self\'"',
    to: "\"script-src 'self' 'unsafe-eval'\"",
    guard: guardsHeaders,
    because: /unsafe-eval/,
  },
  {
    where: 'the headers let texts become markup',
    from: '"require-trusted-types-for \'script\'"',
    to: '"upgrade-insecure-requests"',
    guard: guardsHeaders,
    because: /upgrade-insecure-requests/,
  },
  {
    where: 'the headers let pictures come from anywhere',
    from: '"img-src \'self\' data: blob:"',
    to: '"img-src * data: blob:"',
    guard: guardsHeaders,
    because: /"img-src"/,
  },
  {
    where: 'the headers let requests leave',
    from: 'connect-src $' + '{connect.length === 0 ? "\'none\'"',
    to: 'connect-src $' + '{connect.length === 0 ? "*"',
    guard: guardsHeaders,
    because: /connect-src/,
  },
  {
    where: 'the headers lack one',
    from: '"X-Content-Type-Options": "nosniff"',
    to: '"X-Other": "nosniff"',
    guard: guardsHeaders,
    because: /nosniff/,
  },
  {
    where: 'the window shares its world with the preload',
    from: 'contextIsolation: true',
    to: 'contextIsolation: false',
    guard: guardsOptions,
    // The bridge then refuses to work, so the page finds no Electron.
    because: /data-host="electron"/,
  },
  {
    where: 'the window has no sandbox',
    from: 'sandbox: true',
    to: 'sandbox: false',
    guard: guardsOptions,
    because: /require/,
  },
  {
    where: 'the window has Node',
    from: 'nodeIntegration: false',
    to: 'nodeIntegration: true',
    guard: guardsOptions,
    because: /require/,
  },
  {
    where: 'nobody keeps the page from leaving',
    from: '!details.isMainFrame || !isAppAddress(details.url)',
    to: 'details.url === ""',
    guard: guardsNavigation,
    because: /because of a navigation|waiting for getByRole|example\.test/,
  },
  {
    where: 'a window may open beside it',
    from: 'action: "deny"',
    to: 'action: "allow"',
    guard: guardsNavigation,
    because: /toHaveLength/,
  },
  {
    where: 'a link that is not https reaches the browser of the system',
    from: 'protocol === "https:" && username',
    to: 'protocol !== "" && username',
    guard: guardsNavigation,
    because: /http:\/\/example\.test\/plain/,
  },
  {
    where: 'a link that nobody clicked reaches the browser of the system',
    from: 'guard.now() - lastInputAt <= USER_INPUT_MS',
    to: 'lastInputAt < guard.now()',
    guard: guardsNavigation,
    because: /without-a-click/,
  },
  {
    where: 'the page is a file',
    from: 'window.loadURL(APP_ADDRESS)',
    to: 'window.loadURL(new URL("../../renderer/index.html", import.meta.url).href)',
    guard: guardsFiles,
    because: /"file:\/\//,
  },
  {
    where: 'a webview is attached',
    from: 'contents.on("will-attach-webview", (event) => event.preventDefault())',
    to: 'contents.on("will-attach-webview", () => void 0)',
    guard: guardsWebviews,
    because: /the webview is refused/,
  },
  {
    where: 'a frame inside the page gets a port',
    from: 'frame === sender.mainFrame && isAppAddress(frame.url)',
    to: 'isAppAddress(frame.url)',
    guard: guardsSenders,
    because: /"tierscope:\/\/app\/"/,
  },
  {
    where: 'a page of elsewhere gets a port',
    from: 'frame === sender.mainFrame && isAppAddress(frame.url)',
    to: 'frame === sender.mainFrame',
    guard: guardsSenders,
    because: /"https:\/\/example\.test\/"/,
  },
  {
    where: 'every permission is granted',
    from: 'permission === "clipboard-sanitized-write" &&',
    to: 'permission !== "" &&',
    guard: guardsPermissions,
    because: /granted/,
  },
];

/** The test command has time for only one fault. */
const tagged = (isFirst: boolean) => (isFirst ? { tag: '@core' } : {});

for (const [index, { where, from, to, guard, because }] of FAULTS.entries()) {
  const isFirst = index === 0;
  test(`a fault is noticed: ${where}`, tagged(isFirst), async ({ carrier: _ }, info) => {
    const dist = info.outputPath('dist');
    await copyWithFault(dist, from, to);
    const data = await mkdtemp(join(tmpdir(), 'tierscope-fault-'));
    const complaint = await complaintOf(join(dist, 'main', 'electron.js'), data, guard);
    expect(complaint, 'the check passes in spite of the fault').toBeDefined();
    expect(complaint).toMatch(because);
    // Chromium may still be writing there.
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
    await rm(dist, { recursive: true });
  });
}

/** Options that the stand-in refuses, since it cannot imitate their effect in Electron. */
const OPTIONS = [
  {
    where: 'the window gives up the same-origin policy',
    from: 'webSecurity: true',
    to: 'webSecurity: false',
  },
  {
    where: 'the page may run insecure content',
    from: 'allowRunningInsecureContent: false',
    to: 'allowRunningInsecureContent: true',
  },
  {
    where: 'the page has experimental features',
    from: 'experimentalFeatures: false',
    to: 'experimentalFeatures: true',
  },
  {
    where: 'the page has a feature of Blink that is off by itself',
    from: 'experimentalFeatures: false',
    to: 'enableBlinkFeatures: "PreciseMemoryInfo"',
  },
  { where: 'the page may hold a webview', from: 'webviewTag: false', to: 'webviewTag: true' },
  {
    where: 'the workers of the page have Node',
    from: 'nodeIntegrationInWorker: false',
    to: 'nodeIntegrationInWorker: true',
  },
  {
    where: 'the frames of the page have Node',
    from: 'nodeIntegrationInSubFrames: false',
    to: 'nodeIntegrationInSubFrames: true',
  },
  {
    where: 'a file that is dropped takes the place of the page',
    from: 'navigateOnDragDrop: false',
    to: 'navigateOnDragDrop: true',
  },
] as const;

for (const { where, from, to } of OPTIONS) {
  test(`a fault is noticed: ${where}`, async ({ carrier: _ }, info) => {
    const { path, isStandIn } = electronBinary();
    test.skip(!isStandIn, 'Electron itself grants it, and nothing of it is seen from outside.');
    const dist = info.outputPath('dist');
    await copyWithFault(dist, from, to);
    const env = { TIERSCOPE_DATA: info.outputPath('data') };
    const end = await new RunningProgram([], env, [path, join(dist, 'main', 'electron.js')]).end();
    expect(end.exitCode).toBe(70);
    expect(end.stderr).toContain(`cannot give a page the option ${to.replaceAll('"', '')}`);
    await rm(dist, { recursive: true });
  });
}

/** The complaint of a check about the program with this entry, with its console and stderr output. */
async function complaintOf(entry: string, data: string, guard: Fault['guard']): Promise<string | undefined> {
  let said = '';
  try {
    const { electron, child } = await startElectron([], data, tmpdir(), { entry });
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    try {
      await guard(await electron.firstWindow(), electron);
      return undefined;
    } finally {
      await ended(child, 'SIGTERM');
    }
  } catch (fault) {
    return `${fault instanceof Error ? fault.message : String(fault)}\n${said}`;
  }
}

/** The built program with one text in one of its files replaced. */
async function copyWithFault(dist: string, from: string, to: string): Promise<void> {
  await cp(DIST, dist, { recursive: true, filter: (path) => !path.endsWith('.map') });
  const found: string[] = [];
  for (const folder of ['main', join('main', 'chunks'), 'preload']) {
    for (const name of await readdir(join(dist, folder))) {
      if (!/\.c?js$/.test(name)) continue;
      const path = join(dist, folder, name);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) continue;
      found.push(name);
      await writeFile(
        path,
        text.replace(from, () => to),
      );
    }
  }
  expect(found, `one file holds ${from}`).toHaveLength(1);
}
