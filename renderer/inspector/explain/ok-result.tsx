import { isJsonObject } from '../../../app/base/json-value.ts';
import { resultPreview } from '../../../app/frame/preview.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { Card } from '../../ui/controls/card.tsx';
import { ResultView } from '../results/result-view.tsx';

type Props = {
  readonly method: string;
  readonly result: unknown;
  readonly session: string;
  /** The tool, URI or prompt of the request. */
  readonly target: string;
  readonly callSeq: number;
};

/** A result that is no error, as a person wants it. */
export function OkResult({ method, result, session, target, callSeq }: Props) {
  if (result === undefined) return null;
  return (
    <Card title="Result" aside={asideOf(method, result)}>
      <ResultView method={method} result={result} session={session} tool={target} callSeq={callSeq} />
    </Card>
  );
}

function asideOf(method: string, result: unknown): string {
  const ofTool = method === 'tools/call' || method === 'tasks/result';
  if (!ofTool || !isJsonObject(result)) return resultPreview(method, result);
  if (createdTask(result) !== undefined) return 'a task';
  const blocks = Array.isArray(result.content) ? result.content.length : 0;
  return blocks === 1 ? '1 block' : `${blocks} blocks`;
}
