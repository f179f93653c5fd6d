import { isJsonObject, stringAt } from '../base/json-value.ts';
import { type Fingerprint, inError, inLog, type SeenError } from './fingerprint.ts';

const TITLES = [
  'Parse error',
  'Invalid params',
  'Invalid Request',
  'Method not found',
  'Internal error',
  'Resource not found',
  'Server error',
];
const ATOMS =
  /^(Connection Refused|Request Timeout|Request Cancelled|Request Not Found|No Transport|Send Failure|Incompatible Transport|Execution Error)$/;
/** What the crash of a tool or of a session leaves in `data.message`. */
const ANUBIS_CRASHES = ['Tool execution crashed', 'Session terminating', 'Invalid handler return value'];
const NOT_INITIALIZED = 'Server not initialized';
const CANCELLED = 'Request cancelled';

function detailOf({ data }: SeenError): string | undefined {
  return stringAt(data, 'message');
}

/** Both write the members of a message in the order of the alphabet, and a title as the message. */
function isTitled({ raw, message, data }: SeenError): boolean {
  // The line comes last: it is long, and nothing else has touched it since it was parsed.
  if (!isJsonObject(data) || !TITLES.includes(message)) return false;
  return (typeof data.message === 'string' || typeof data.method === 'string') && raw.startsWith('{"error":');
}

/** Revisions that the fork speaks; Hermes goes back to an older one when it is asked for them. */
function wentBack(asked: string | undefined, answered: string | undefined): boolean {
  if (asked !== '2025-06-18' && asked !== '2025-11-25') return false;
  return answered !== undefined && answered < asked;
}

/**
 * Traits that Hermes and its fork share lead to neither of them.
 * Ids such as "req_…" are those of their clients and say nothing of the server.
 */
function shared(vocabulary: 'hermes' | 'anubis'): readonly Fingerprint[] {
  return [
    inError(vocabulary, 2, 'The message is a title, and the detail stands in data.', {
      needs: 'data',
      fits: isTitled,
    }),
    inError(vocabulary, 2, 'The message of -32000 is the name of an atom in words.', {
      code: -32000,
      fits: ({ raw, message }) =>
        raw.startsWith('{"error":') &&
        (ATOMS.test(message) || message.startsWith('Tool doesnt conform for it output schema')),
    }),
  ];
}

/** hermes_mcp 0.12.0 and 0.14.1 for Elixir, measured. */
const HERMES: readonly Fingerprint[] = [
  inError('hermes', 3, 'An error has an id of its own, "err_…", instead of that of the request.', {
    needs: 'own-id',
    fits: ({ id, ownId, raw }) => {
      return ownId && raw.startsWith('{"error":') && /^"err_[A-Za-z0-9_\-+/=]+"$/.test(id);
    },
  }),
  ...shared('hermes'),
  {
    vocabulary: 'hermes',
    weight: 2,
    supporting: true,
    note: 'The server answered an older revision than the one that its fork knows.',
    matcher: {
      kind: 'result',
      method: 'initialize',
      fits: ({ protocolVersion }, _raw, params) =>
        typeof protocolVersion === 'string' && wentBack(stringAt(params, 'protocolVersion'), protocolVersion),
    },
  },
  inLog('hermes', 3, 'The log names the package hermes_mcp.', /\(hermes_mcp \d|\bHermes\.(Server|MCP)\b/),
];

/** anubis_mcp 2.0.0 for Elixir, the fork of Hermes: measured, and read in source. */
const ANUBIS: readonly Fingerprint[] = [
  ...shared('anubis'),
  inError('anubis', 3, 'A request before the handshake is refused under its own id.', {
    code: -32600,
    needs: 'data',
    fits: (seen) => !seen.ownId && isTitled(seen) && detailOf(seen) === NOT_INITIALIZED,
  }),
  inError('anubis', 3, 'A crash is reported in the words of Anubis.', {
    code: -32603,
    needs: 'data',
    fits: (seen) => isTitled(seen) && ANUBIS_CRASHES.includes(detailOf(seen) ?? ''),
  }),
  inError('anubis', 2, 'A cancelled request is answered with -32000.', {
    code: -32000,
    needs: 'data',
    fits: ({ raw, message, data }) =>
      raw.startsWith('{"error":') && message === CANCELLED && isJsonObject(data) && 'reason' in data,
  }),
  {
    vocabulary: 'anubis',
    weight: 2,
    supporting: true,
    note: 'The server speaks a revision that is too new for Hermes.',
    matcher: {
      kind: 'result',
      method: 'initialize',
      fits: ({ protocolVersion }) => typeof protocolVersion === 'string' && protocolVersion >= '2025-11-25',
    },
  },
  inLog('anubis', 3, 'The log names the package anubis_mcp.', /\(anubis_mcp \d|\bAnubis\.(Server|MCP)\b/),
];

export const ELIXIR_FINGERPRINTS: readonly Fingerprint[] = [...HERMES, ...ANUBIS];
