import { err, ok } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, settled } from '../../state/host/host.ts';
import { readCompletion, type Suggest } from '../../ui/forms/form-context.ts';

type CompletionRef = CommandInput<'complete'>['ref'];

/** Completes arguments by the server; undefined if it does not declare that it can. */
export function suggestFor(info: SessionInfo, ref: CompletionRef): Suggest | undefined {
  if (!('completions' in info.serverCapabilities)) return undefined;
  const { session } = info;
  return async (name, value, others) => {
    const context = Object.keys(others).length === 0 ? {} : { context: { ...others } };
    const input = { session, ref, argument: { name, value }, ...context };
    const end = await settled(host().complete(input));
    if (!end.ok) return end;
    if (end.value.failure !== '') return err(end.value.failure);
    const completion = readCompletion(end.value.result);
    return completion === undefined ? err('The result holds no list of values.') : ok(completion);
  };
}
