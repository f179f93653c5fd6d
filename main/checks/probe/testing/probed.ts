import { ReaperClient } from '../../../session/reaper-client.ts';
import { type ProbeEnd, type ProbeOptions, runProbe } from '../run-probe.ts';

/** Options for probing in a test. */
export function probeOptions(
  command: string,
  args: readonly string[],
  more: Partial<ProbeOptions> = {},
): ProbeOptions {
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  return {
    spec: { command, args, cwd: '', env: {}, graceMs: 250 },
    label: 'probed',
    settings: { timeoutMs: 30_000, era: 'initialize' },
    version: '0',
    allowed: [],
    seed: 1,
    budgetMs: 120_000,
    report: {},
    file: undefined,
    startedAt: '2026-11-24T00:00:00.000Z',
    reaper,
    limits: { graceMs: 5, unreadyMs: 200 },
    ...more,
  };
}

export function probed(
  command: string,
  args: readonly string[],
  more: Partial<ProbeOptions> = {},
): Promise<ProbeEnd> {
  return runProbe(probeOptions(command, args, more));
}

/**
 * The arguments for Node to run a server with these tools; `call` answers tools/call, `more` others, `first` runs
 * first.
 */
export function badServer({
  tools,
  call,
  more = '',
  first = '',
}: {
  tools: unknown;
  call: string;
  more?: string;
  first?: string;
}): string[] {
  const script = `
    ${first}
    const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
    const answer = (request, members) => say({ jsonrpc: '2.0', id: request.id, ...members });
    const result = (request, value) => answer(request, { result: value });
    const error = (request, code, message) => answer(request, { error: { code, message } });
    const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      let request;
      try { request = JSON.parse(line) } catch { return }
      if (typeof request !== 'object' || request === null || Array.isArray(request)) return;
      if (request.jsonrpc !== '2.0' || typeof request.method !== 'string' || request.id === undefined) return;
      const { method, params = {} } = request;
      if (method === 'initialize') return result(request, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'bad', version: '1' } });
      ${more}
      if (method === 'ping') return result(request, {});
      if (method === 'tools/list') return result(request, { tools: ${JSON.stringify(tools)} });
      if (method === 'tools/call') { ${call}; return }
      error(request, -32601, 'Method not found');
    });`;
  return ['-e', script];
}
