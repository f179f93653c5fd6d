import type { LabWire } from './lab-wire.ts';

/** Enough lines for one write that the system calls do not set the pace. */
const LINES_PER_WRITE = 200;

/**
 * Sends `count` log notifications as fast as the pipe takes them, and waits whenever it is full.
 * Gives the number sent, which is smaller where `signal` is aborted.
 */
export async function sendBurst(wire: LabWire, count: number, signal: AbortSignal): Promise<number> {
  let sent = 0;
  while (sent < count && !signal.aborted) {
    const lines: string[] = [];
    while (lines.length < LINES_PER_WRITE && sent < count) {
      sent += 1;
      lines.push(`${logLine(sent, count)}\n`);
    }
    await wire.writeRaw(lines.join(''));
  }
  return sent;
}

function logLine(index: number, count: number): string {
  const params = { level: 'info', logger: 'error-lab', data: `notification ${index} of ${count}` };
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
}
