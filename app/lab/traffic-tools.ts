import { ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from '../protocol/methods.ts';
import { labTool, optionalArguments } from './lab-tool.ts';

/** What happens beside an answer: requests of the server, stderr, notifications, waiting. */
export const TRAFFIC_TOOLS = [
  labTool({
    name: 'server-request-same-id',
    title: 'Server request with the id of the call',
    tier: 'ok',
    shows: 'A request of the server that uses the id of the call in flight, which both sides may do',
    inputSchema: optionalArguments({
      method: { type: 'string', enum: ['ping', ROOTS_LIST, SAMPLING_CREATE_MESSAGE], default: 'ping' },
    }),
  }),
  labTool({
    name: 'server-request-unknown-method',
    title: 'Server request with an unknown method',
    tier: 'protocol',
    code: '-32601',
    callOutcome: 'ok',
    shows: 'A request of the server that the client answers with an error',
  }),
  labTool({
    name: 'stderr-output',
    title: 'Stderr during a call',
    tier: 'ok',
    shows: 'Coloured stderr lines that arrive in halves while the call is in flight',
    inputSchema: optionalArguments({
      pauseMs: { type: 'integer', minimum: 0, maximum: 10_000, default: 40 },
    }),
  }),
  labTool({
    name: 'notification-burst',
    title: 'A burst of notifications',
    tier: 'ok',
    shows: 'Log notifications sent flat out before the answer',
    inputSchema: optionalArguments({
      count: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 300 },
    }),
  }),
  labTool({
    name: 'slow-progress',
    title: 'A slow answer with progress',
    tier: 'ok',
    shows: 'Progress notifications, where the call asks for them, and then the answer',
    inputSchema: optionalArguments({
      steps: { type: 'integer', minimum: 1, maximum: 1000, default: 5 },
      stepMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 400 },
    }),
    sampleArguments: { steps: 3, stepMs: 50 },
  }),
  labTool({
    name: 'slow-bytes',
    title: 'An answer that trickles out',
    tier: 'ok',
    shows: 'A good answer whose bytes come slowly, while all that is sent later waits behind them',
    inputSchema: optionalArguments({
      bytesPerSecond: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 100 },
    }),
    sampleArguments: { bytesPerSecond: 1000 },
  }),
  labTool({
    name: 'hang',
    title: 'No answer at all',
    tier: 'client',
    needsShortTimeout: true,
    shows: 'A call that is never answered, until the client gives up',
  }),
  labTool({
    name: 'late-answer',
    title: 'An answer after the time-out',
    tier: 'client',
    outcome: 'late',
    needsShortTimeout: true,
    shows: 'An answer that comes after delayMs, whether or not the client has given up by then',
    inputSchema: optionalArguments({
      delayMs: { type: 'integer', minimum: 0, maximum: 3_600_000, default: 65_000 },
    }),
    sampleArguments: { delayMs: 2000 },
  }),
] as const;
