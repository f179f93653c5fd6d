import type { LookupContext } from '../../app/codes/lookup-context.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { WireError } from '../../app/wire/envelope.ts';
import type { Inspected } from './inspected.ts';

/** What the catalogue may know of this error besides its code. */
export function lookupContext(info: SessionInfo, inspected: Inspected, error: WireError): LookupContext {
  return {
    revision: info.protocolVersion,
    message: error.message,
    method: inspected.settling.method,
    tier: 'protocol',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}
