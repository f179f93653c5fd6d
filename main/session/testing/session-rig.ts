import { onTestFinished } from 'vitest';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';
import { LiveSession } from '../live-session.ts';
import type { ClientCall, Params } from '../protocol-client.ts';
import { ReaperClient } from '../reaper-client.ts';
import type { RecordBody, ServerSpec } from '../record-body.ts';
import type { LiveStatus } from '../session-phase.ts';

/** The arguments for Node to run `body` for each line, parsed as `request`; `say` writes an answer. */
export function scripted(body: string): string[] {
  const script = `
    const say = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
    const initialized = (request) => say({ jsonrpc: '2.0', id: request.id, result: {
      protocolVersion: request.params.protocolVersion, capabilities: { tools: {} },
      serverInfo: { name: 'scripted', version: '1' } } });
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      let request = {};
      try { request = JSON.parse(line) } catch {}
      ${body}
    });`;
  return ['-e', script];
}

/** A server with an `initialize` handshake that passes every other request to `on`. */
export function handshaking(on: string): string[] {
  return scripted(`if (request.method === 'initialize') initialized(request);
    else if (request.id !== undefined && request.method !== undefined) { ${on} }
    else { const other = request; ${NOTED} }`);
}

/** Writes everything but requests to stderr, where a test can see it. */
const NOTED = `if (other.method === undefined) console.error(line);`;

/** A tool call, as a user makes it. */
export function tool(name: string, args: Params = {}, task?: Params): ClientCall {
  return { kind: 'tool', name, arguments: args, task };
}

/** A request of any method, sent unchanged. */
export function plain(method: string, params?: Params): ClientCall {
  return { kind: 'request', method, params };
}

export type Rig = {
  readonly session: LiveSession;
  readonly records: RecordBody[];
  /** Resolves when the session's status, or one of its details, matches. */
  reached(when: (session: LiveSession, status: LiveStatus) => boolean): Promise<void>;
  /** The lines of one direction, parsed; `raw` if they are not JSON. */
  lines(direction: 'client-to-server' | 'server-to-client'): RecordedLine[];
  clientEvents(): RecordBody[];
};

type RecordedLine = { readonly [member: string]: unknown };

/** A session with a server that is not started yet; it ends with its test. */
export function rig(
  args: readonly string[],
  settings: SettingsChange = {},
  command = process.execPath,
  cwd = '',
): Rig {
  return rigOf({ command, args, cwd, env: {}, graceMs: 250 }, settings);
}

/** The same with any server. */
export function rigOf(spec: ServerSpec, settings: SettingsChange = {}): Rig {
  const records: RecordBody[] = [];
  const waiting: { fits: () => boolean; resolve: () => void }[] = [];
  const look = () => {
    for (const one of waiting) if (one.fits()) one.resolve();
  };
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const session = new LiveSession({
    spec,
    version: '0',
    settings,
    reaper,
    journal: {
      write: (body) => {
        records.push(body);
        return records.length;
      },
    },
    onStatus: look,
  });
  onTestFinished(() => session.disconnect(''));
  return {
    session,
    records,
    reached: (when) => {
      const fits = () => when(session, session.status);
      return fits() ? Promise.resolve() : new Promise((resolve) => waiting.push({ fits, resolve }));
    },
    lines: (direction) =>
      records.flatMap((record) =>
        record.type === 'frame' && record.direction === direction && 'raw' in record
          ? [parsed(record.raw)]
          : [],
      ),
    clientEvents: () => records.filter((record) => record.type === 'client'),
  };
}

function parsed(raw: string): RecordedLine {
  try {
    return JSON.parse(raw);
  } catch {
    return { raw };
  }
}
