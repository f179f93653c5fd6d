import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

/** An emitter with the given members, whose listeners a test can call and await. */
function emitter<Members extends object>(members: Members) {
  return Object.assign(new EventEmitter(), members);
}

/** A stand-in for a page that records what was set on it. */
export function standInContents() {
  return emitter({
    mainFrame: { url: 'tierscope://app/', postMessage: vi.fn() },
    getURL: () => 'tierscope://app/',
    reload: vi.fn(),
    setWindowOpenHandler: vi.fn(),
  });
}

class StandInWindow extends EventEmitter {
  static readonly made: StandInWindow[] = [];
  readonly webContents = standInContents();
  readonly show = vi.fn();
  readonly focus = vi.fn();
  readonly close = vi.fn();
  isDestroyed = (): boolean => false;
  readonly restore = vi.fn();
  readonly loadURL = vi.fn(async (_address: string) => undefined);
  isMinimized = (): boolean => false;
  readonly isFullScreen = (): boolean => false;
  readonly getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 });
  readonly options: Record<string, unknown>;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    StandInWindow.made.push(this);
  }
}

class StandInPort extends EventEmitter {
  readonly postMessage = vi.fn();
  readonly start = vi.fn();
  readonly close = vi.fn();
}

class StandInChannel {
  static readonly made: StandInChannel[] = [];
  readonly port1 = new StandInPort();
  readonly port2 = new StandInPort();

  constructor() {
    StandInChannel.made.push(this);
  }
}

/** Replaces the `electron` module in tests, which do not need its binary. */
export function electronStandIn() {
  let becomeReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  StandInWindow.made.length = 0;
  StandInChannel.made.length = 0;
  const app = emitter({
    setPath: vi.fn(),
    requestSingleInstanceLock: vi.fn((_data: unknown) => true),
    whenReady: () => ready,
    quit: vi.fn(),
    exit: vi.fn(),
    isPackaged: true,
    setActivationPolicy: vi.fn(),
  });
  return {
    becomeReady,
    windows: StandInWindow.made,
    channels: StandInChannel.made,
    app,
    BrowserWindow: StandInWindow,
    MessageChannelMain: StandInChannel,
    dialog: {
      showErrorBox: vi.fn(),
      showOpenDialog: vi.fn(async (_options: unknown) => ({ filePaths: ['/chosen'] })),
      showMessageBox: vi.fn(async (_window: unknown, _options: unknown) => ({ response: 0 })),
    },
    ipcMain: emitter({}),
    ipcRenderer: emitter({ send: vi.fn() }),
    contextBridge: { exposeInMainWorld: vi.fn() },
    Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn((template: unknown) => template) },
    nativeTheme: { shouldUseDarkColors: false },
    protocol: {
      registerSchemesAsPrivileged: vi.fn(),
      handle: vi.fn((_scheme: string, _answer: (request: Request) => Promise<Response>) => undefined),
    },
    safeStorage: {
      isEncryptionAvailable: vi.fn(() => true),
      getSelectedStorageBackend: vi.fn(() => 'gnome_libsecret'),
      encryptString: vi.fn((text: string) => Buffer.from(`sealed ${text}`)),
      decryptString: vi.fn((sealed: Buffer) => sealed.toString().replace(/^sealed /, '')),
    },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] },
    session: {
      defaultSession: {
        setPermissionRequestHandler: vi.fn(),
        setPermissionCheckHandler: vi.fn(),
        setDevicePermissionHandler: vi.fn(),
        setDisplayMediaRequestHandler: vi.fn(),
      },
    },
    webUtils: { getPathForFile: vi.fn((_file: unknown) => '') },
    shell: { openExternal: vi.fn(async (_address: string) => undefined) },
  };
}

export type ElectronStandIn = ReturnType<typeof electronStandIn>;
