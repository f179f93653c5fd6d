import { isJsonObject } from '../../../app/base/json-value.ts';
import { integerOf } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { MeaningsCard } from './meanings-card.tsx';
import { readToolError, toolErrorContext } from './tool-error.ts';

type Props = { readonly result: unknown; readonly context: LookupContext; readonly info: SessionInfo };

/** What the code inside `structuredContent.error` means; nothing where there is no number. */
export function StructuredMeanings({ result, context, info }: Props) {
  if (!isJsonObject(result)) return null;
  const { error } = readToolError(result);
  if (error === undefined || integerOf(error.codeText) === undefined) return null;
  return <MeaningsCard code={error.codeText} context={toolErrorContext(context, error)} info={info} />;
}
