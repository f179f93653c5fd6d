import type { LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  integerArgument,
  type LabAnswer,
  type LabCall,
  type LabRun,
  stringArgument,
  textResult,
} from './lab-call.ts';
import type { LabWire } from './lab-process.ts';

export const protocolErrorRuns = {
  'method-not-found': () => rpcError(-32601, 'Method not found'),
  'invalid-params': () => rpcError(-32602, 'Unknown tool: serach_orders'),
  'internal-error': internalError,
  'validation-as-protocol-error': () =>
    rpcError(-32602, 'Invalid arguments for tool validation-as-protocol-error', {
      validation_errors: [
        { path: ['amount'], message: 'must be at least 1' },
        { path: ['currency'], message: 'is required' },
      ],
    }),
  'custom-code': customCode,
  'every-nth-call': everyNth,
  'url-elicitation-required': () =>
    rpcError(-32042, 'Sign in to the calendar first', {
      elicitations: [
        {
          mode: 'url',
          url: 'https://calendar.example/connect?elicitation=lab-1',
          elicitationId: 'lab-1',
          message: 'Allow this server to read your calendar.',
        },
      ],
    }),
  'resource-not-found': () => rpcError(-32002, 'Resource not found', { uri: 'lab://missing' }),
  'missing-capability': () =>
    rpcError(-32021, 'This tool needs a client that can sample', { requiredCapabilities: { sampling: {} } }),
  'unsupported-version': () =>
    rpcError(-32022, 'Unsupported protocol version', {
      supported: ['2025-06-18', '2025-11-25'],
      requested: '2026-07-28',
    }),
  'client-code-closed': () => rpcError(-32000, 'Connection closed'),
  'client-code-timeout': () => rpcError(-32001, 'Request timed out', { timeout: 60_000 }),
} satisfies Record<LabToolOf<'protocolError'>, LabRun>;

const ANY_INTEGER = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

function rpcError(code: number, message: string, data?: unknown): LabAnswer {
  return { kind: 'error', code, message, ...(data === undefined ? {} : { data }) };
}

/** Logs as a careful server would, then rethrows. */
function internalError({ id, wire }: LabCall): never {
  const error = new TypeError('Cannot read properties of undefined (reading "rows")');
  wire.writeStderr(`[error-lab] request ${id}: internal-error failed\n${error.stack ?? error.message}\n`);
  throw error;
}

function customCode({ args }: LabCall): LabAnswer {
  const code = integerArgument(args, 'code', { ...ANY_INTEGER, fallback: 4242 });
  const message = stringArgument(args, 'message', 'The quota of this workspace is used up');
  const { data = { workspace: 'acme', quota: 1000, used: 1000 } } = args;
  return rpcError(code, message, data === null ? undefined : data);
}

/** How often each lab was called: a process has one lab, a test several. */
const counts = new WeakMap<LabWire, number>();

function everyNth({ args, wire }: LabCall): LabAnswer {
  const n = integerArgument(args, 'n', { fallback: 3, min: 1, max: 1_000_000 });
  const code = integerArgument(args, 'code', { ...ANY_INTEGER, fallback: -32603 });
  const call = (counts.get(wire) ?? 0) + 1;
  counts.set(wire, call);
  return call % n === 0 ? rpcError(code, `Call ${call} fails`) : textResult(`Call ${call} is fine.`);
}
