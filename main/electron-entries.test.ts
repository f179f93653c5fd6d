import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ElectronStandIn, electronStandIn } from './window/testing/electron-stand-in.ts';

// What the entry of Electron's main process runs without a window, against a stand-in of the `electron` module.

let electron: ElectronStandIn;
/** The arguments that an entry of the app was run with, as Node would have them. */
let ranWith: { lab?: string[]; reaper?: string[] };
let entryEnds: Promise<void>;
const lookup = vi.fn(async () => 1);
const argv = process.argv;
const listeners = process.listeners('uncaughtException');
const errorListeners = [process.stdout, process.stderr].flatMap((stream) => stream.listeners('error'));

vi.mock('electron', () => ({
  get app() {
    return electron.app;
  },
  get dialog() {
    return electron.dialog;
  },
  get protocol() {
    return electron.protocol;
  },
}));
vi.mock('./checks/lab/error-lab.ts', () => ({
  get ended() {
    ranWith.lab = process.argv.slice(2);
    return entryEnds;
  },
}));
vi.mock('./session/reaper.ts', () => ({
  get ended() {
    ranWith.reaper = process.argv.slice(2);
    return entryEnds;
  },
}));
vi.mock('./cli/run-headless.ts', () => ({ headlessActions: () => ({ lookup }) }));
vi.mock('./cli/run-report.ts', () => ({ REPORT_FORMATS: ['text'] }));

beforeEach(() => {
  vi.resetModules();
  electron = electronStandIn();
  ranWith = {};
  entryEnds = Promise.resolve();
});

afterEach(() => {
  process.argv = argv;
  for (const listener of process.listeners('uncaughtException')) {
    if (!listeners.includes(listener)) process.off('uncaughtException', listener);
  }
  for (const stream of [process.stdout, process.stderr]) {
    for (const listener of stream.listeners('error')) {
      if (!errorListeners.includes(listener)) stream.off('error', listener as () => void);
    }
  }
});

/** Resolves on the next write, which is suppressed, with a function that marks it as sent. */
function nextWrite(stream: NodeJS.WriteStream): Promise<() => void> {
  return new Promise((resolve) => {
    vi.spyOn(stream, 'write').mockImplementation((...given: unknown[]) => {
      resolve(given.at(-1) as () => void);
      return false;
    });
  });
}

describe('an entry of the app', () => {
  const argument = (name: string): string => `--tierscope-entry=${name}`;
  const run = async (...given: string[]): Promise<void> => {
    process.argv = ['/opt/tierscope', ...given];
    await import('./electron.ts');
  };

  test('runs alone, with its own arguments, and its end is the end of the process', async () => {
    let end = (): void => undefined;
    entryEnds = new Promise((resolve) => {
      end = resolve;
    });
    const running = run('--no-sandbox', '--no-zygote', argument('reaper'), '+a-mark');
    await vi.waitFor(() => expect(ranWith).toEqual({ reaper: ['+a-mark'] }), 60_000);
    expect(electron.app.exit).not.toHaveBeenCalled();
    end();
    await running;
    expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });

  test('has neither a lock, nor a scheme, nor a window, nor an icon', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await run(argument('lab'));
    electron.becomeReady();
    expect(electron.app.setActivationPolicy).toHaveBeenCalledExactlyOnceWith('prohibited');
    expect(electron.app.requestSingleInstanceLock).not.toHaveBeenCalled();
    expect(electron.protocol.registerSchemesAsPrivileged).not.toHaveBeenCalled();
    expect(electron.windows).toHaveLength(0);
  });

  test('ends by an error that nobody catches as in Node: on stderr and with code 1, without a dialog', async () => {
    const written = nextWrite(process.stderr);
    entryEnds = new Promise(() => undefined);
    void run(argument('lab'));
    await vi.waitFor(() => expect(ranWith.lab).toBeDefined());
    const own = process.listeners('uncaughtException').at(-1);
    own?.(new Error('the lab threw this'), 'uncaughtException');
    const hasLeft = await written;
    expect(process.stderr.write).toHaveBeenCalledWith(
      expect.stringContaining('the lab threw this'),
      expect.anything(),
    );
    expect(electron.app.exit).not.toHaveBeenCalled();
    hasLeft();
    expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(electron.dialog.showErrorBox).not.toHaveBeenCalled();
  });

  test('that does not exist is a usage error', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await run(argument('constructor'));
    expect(stderr).toHaveBeenCalledWith('tierscope: there is no entry "constructor".\n');
    expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(2);
    expect(ranWith).toEqual({});
  });
});

describe('a command without a window', () => {
  test('ends with its exit code when its output has left, before Electron is ready and without an icon', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    process.argv = ['/opt/tierscope', 'lookup', '-32602'];
    const written = nextWrite(process.stdout);
    const running = import('./electron.ts');
    const hasLeft = await written;
    expect(lookup).toHaveBeenCalledOnce();
    expect(electron.app.exit).not.toHaveBeenCalled();
    hasLeft();
    await running;
    expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(1);
    expect(electron.app.setActivationPolicy).toHaveBeenCalledExactlyOnceWith('prohibited');
    expect(electron.app.requestSingleInstanceLock).not.toHaveBeenCalled();
    expect(electron.protocol.registerSchemesAsPrivileged).not.toHaveBeenCalled();
  });
});
