import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { WireError } from '../../../app/wire/envelope.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';

/** What the catalogue may know of this error besides its code; `session` is what holds for all of them. */
export function lookupContext(session: LookupContext, inspected: Inspected, error: WireError): LookupContext {
  return {
    ...session,
    message: error.message,
    method: inspected.settling.method,
    tier: 'protocol',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}
