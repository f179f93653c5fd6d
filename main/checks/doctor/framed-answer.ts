import { LAST_INITIALIZE } from '../../../app/protocol/revisions.ts';
import { hasLspHeader } from '../../../app/wire/envelope.ts';
import { lineText, shownLine } from '../../../app/wire/line-text.ts';
import type { ReaperClient } from '../../session/reaper-client.ts';
import type { ProcessSpec } from '../../session/record-body.ts';
import { ServerProcess } from '../../session/server-process.ts';

const PARAMS = {
  protocolVersion: LAST_INITIALIZE,
  capabilities: {},
  clientInfo: { name: 'tierscope', version: '0' },
};
const OPENING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: PARAMS });

/**
 * Starts a server again and sends it a Content-Length framed greeting, as the Language Server Protocol would. True if
 * it answers within `limitMs`. Never rejects.
 */
export async function answersFramed(
  spec: ProcessSpec,
  reaper: ReaperClient,
  limitMs: number,
): Promise<boolean> {
  let heard: (isFramed: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    heard = resolve;
  });
  const none = () => undefined;
  const server: ServerProcess = new ServerProcess(spec, {
    spawned: (pid) => reaper.watch(pid, server.mark),
    spawnFailed: () => heard(false),
    line: (line) => {
      const text = shownLine(lineText(line.bytes));
      if (hasLspHeader(text) || text.includes('"jsonrpc"')) heard(true);
      return undefined;
    },
    ...{ stderrLine: none, stdoutClosed: none, defect: none },
    exited: () => heard(false),
    restEnded: () => reaper.forget(server.mark),
  });
  await server.started();
  void server.write(`Content-Length: ${Buffer.byteLength(OPENING)}\r\n\r\n${OPENING}`);
  const limit = setTimeout(() => heard(false), limitMs);
  const isFramed = await answered;
  clearTimeout(limit);
  await server.end();
  return isFramed;
}
