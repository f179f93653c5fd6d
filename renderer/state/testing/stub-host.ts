import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { FileInfo } from '../../../app/contract/session-info.ts';
import { attachHost } from '../host/host.ts';

/** The log follows the page, which the test files share: requests started by an earlier test reach every later host. */
const FOLLOWED: Partial<Commands> = {
  showView: () => new Promise(() => undefined),
  modelRead: async () => ok(null),
  readPaste: async () => ok([]),
  loggedServer: async () => ok(null),
};

/** A host with only these commands. */
export function attachStubHost(commands: Partial<Commands>): void {
  attachHost({ ...FOLLOWED, ...commands } as Commands);
}

export const EMPTY_SESSION: FileInfo = {
  kind: 'file',
  state: 'file',
  session: 's1',
  label: 'notes',
  commandLine: 'node server.js',
  cwd: '/work',
  envNames: [],
  startedAt: '2026-03-01T10:00:00.000Z',
  file: '',
  server: { name: 'notes', version: '1.0.0' },
  client: null,
  protocolVersion: '2025-11-25',
  guesses: [],
  layers: {},
  analysisFault: '',
  instructions: '',
  serverCapabilities: {},
  clientCapabilities: {},
  ending: '',
  exit: '',
  problems: [],
  notes: [],
};
