import type { Result } from '../../../app/base/result.ts';
import { notify } from '../screen/screen-actions.ts';
import { settled } from './host.ts';

/** Awaits a command whose failure belongs to no field, and shows its sentence as a notice. */
export async function told<Value>(answer: Promise<Result<Value>>): Promise<Value | undefined> {
  const result = await settled(answer);
  if (result.ok) return result.value;
  notify({ level: 'error', text: result.error });
  return undefined;
}
