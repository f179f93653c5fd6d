import { type ProbeRun, probeCommand } from '../run-probe.ts';

/** A server without tools that answers unknown methods with `code`. */
export function bareServer(code: number): string[] {
  const script = `
    const say = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n');
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      let request;
      try { request = JSON.parse(line) } catch { return }
      const { jsonrpc, id, method } = request ?? {};
      if (jsonrpc !== '2.0' || id === undefined || typeof method !== 'string') return;
      if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'bare', version: '1' } } });
      else if (method === 'ping') say({ id, result: {} });
      else say({ id, error: { code: ${code}, message: 'Unknown method: ' + method } });
    });`;
  return ['-e', script];
}

/** Probes a Node server, with its recording in the data folder, and returns the output. */
export async function probeInto(dataFolder: string, args: readonly string[], more: Partial<ProbeRun> = {}) {
  let out = '';
  let errors = '';
  const exitCode = await probeCommand({
    command: process.execPath,
    args,
    dataFolder,
    era: 'initialize',
    seed: 1,
    budgetMs: 60_000,
    timeoutMs: 30_000,
    format: 'json',
    redact: true,
    reaper: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] },
    startedAt: new Date(0),
    picks: (id) => id.startsWith('session/unknown') || id.startsWith('lists/'),
    version: '0.1.0',
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      errors += text;
    },
    ...more,
  });
  return { exitCode, out, errors };
}
