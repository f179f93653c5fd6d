// A clinic that serves 2026-07-28 only. Runs with @modelcontextprotocol/server 2.4.0 and zod 4.
import { inputRequired, McpServer, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const answers = {
  free: () => text('Tuesday 10:00 is free. Two patients missed their appointment.'),
  empty: () => ({ content: [] }),
  late: () => text('{"status":"failure","message":"The doctor is ill"}'),
  denied: () => text('Access denied: the record belongs to another ward.'),
  some: () => text('{"booked":["Mon 09:00"],"errors":["Tue 09:00: slot taken"]}'),
  thrown: () => {
    throw new Error('Calendar service timed out after 30 s');
  },
  trace: () =>
    text(
      `Traceback (most recent call last):\n  File "/srv/clinic/book.py", line 31, in book\nKeyError: 'ward'`,
      { isError: true },
    ),
  mute: () => ({ content: [], isError: true }),
  capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  flattened: () => text('MCP error -32021: Missing required client capability: sampling', { isError: true }),
};

serveStdio(
  () => {
    const server = new McpServer({ name: 'day-clinic', version: '5.0.0' });
    server.registerTool('book', { inputSchema: z.object({ slot: z.string() }) }, ({ slot }) =>
      (answers[slot] ?? answers.free)(),
    );
    server.registerTool('consent', {}, () =>
      inputRequired({
        inputRequests: {
          sign: inputRequired.elicit({
            message: 'Do you agree?',
            requestedSchema: z.object({ yes: z.boolean() }),
          }),
        },
      }),
    );
    server.registerTool('scan', {}, async () => {
      await new Promise((done) => setTimeout(done, 2000));
      return text('scan 3');
    });
    server.registerTool('evacuate', {}, () => {
      console.error('alarm: leaving the building');
      process.kill(process.pid, 'SIGKILL');
    });
    server.registerResource('wards', 'clinic://wards', {}, (uri) => ({
      contents: [{ uri: uri.href, text: 'A, B' }],
    }));
    return server;
  },
  { legacy: 'reject' },
);
