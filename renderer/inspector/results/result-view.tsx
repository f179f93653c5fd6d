import { useContext } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { readContents } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { CallResult } from './call-result.tsx';
import { CompletionValues } from './completion-values.tsx';
import { PromptMessages } from './prompt-messages.tsx';
import styles from './results.module.css';
import { ToolLines } from './tool-lines.tsx';

type Props = {
  readonly method: string;
  readonly result: unknown;
  readonly session: string;
  /** The tool of a call; empty for other requests. */
  readonly tool: string;
  readonly callSeq: number;
};

/** A result as its method means it: blocks, contents, messages, values or tools; a tree for all others. */
export function ResultView({ method, result, session, tool, callSeq }: Props) {
  const { CreatedTask } = useContext(InspectorSlotsContext);
  if (!isJsonObject(result)) return <JsonTree value={result} label="Result" />;
  switch (method) {
    case 'tools/call':
      if (createdTask(result) !== undefined && CreatedTask !== undefined) {
        return <CreatedTask result={result} session={session} />;
      }
      return <CallResult result={result} session={session} tool={tool} callSeq={callSeq} />;
    // What the call would have got without a task (2025-11-25, basic/utilities/tasks.mdx).
    case 'tasks/result':
      return <CallResult result={result} session={session} tool={tool} callSeq={callSeq} />;
    case 'resources/read':
      return <WithTree result={result}>{contentsOf(result)}</WithTree>;
    case 'prompts/get':
      return (
        <WithTree result={result}>
          <PromptMessages result={result} />
        </WithTree>
      );
    case 'completion/complete':
      return (
        <WithTree result={result}>
          <CompletionValues result={result} />
        </WithTree>
      );
    case 'tools/list':
      return (
        <WithTree result={result}>
          <ToolLines result={result} />
        </WithTree>
      );
    default:
      return <JsonTree value={result} label="Result" />;
  }
}

function contentsOf(result: JsonObject) {
  if (!Array.isArray(result.contents)) return <p>The result has no list of contents.</p>;
  if (result.contents.length === 0) return <p>The list of contents is empty.</p>;
  return <ContentBlocks blocks={readContents(result.contents)} label="Contents" />;
}

type WithTreeProps = { readonly result: JsonObject; readonly children: React.ReactNode };

/** What a person wants to see first, and the whole result below it. */
function WithTree({ result, children }: WithTreeProps) {
  return (
    <div className={styles.stack}>
      {children}
      <details>
        <summary className={styles.note}>The whole result as a tree</summary>
        <JsonTree value={result} label="Result" />
      </details>
    </div>
  );
}
