import type { JsonObject } from '../../../app/base/json-value.ts';
import { readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { useToolInfo } from '../use-tool-info.ts';
import styles from './results.module.css';
import { StructuredPart } from './structured-part.tsx';

type Props = {
  readonly result: JsonObject;
  readonly session: string;
  readonly tool: string;
  readonly callSeq: number;
};

/** The result of a tool: its blocks, and its structured content against the schema that the tool declares. */
export function CallResult({ result, session, tool, callSeq }: Props) {
  const schema = useToolInfo(session, tool, callSeq)?.outputSchema;
  const { content, structuredContent } = result;
  return (
    <div className={styles.stack}>
      {Array.isArray(content) ? (
        <ContentBlocks blocks={readBlocks(content)} />
      ) : (
        awaitsStructure(result) && <p>The result has no content list. Strict clients reject it.</p>
      )}
      {structuredContent !== undefined && <StructuredPart value={structuredContent} schema={schema} />}
      {structuredContent === undefined && schema !== undefined && awaitsStructure(result) && (
        <p className={styles.fit} data-fit="misfits">
          The tool declares an output schema, and this result has no structuredContent. Clients that check it
          reject the result.
        </p>
      )}
    </div>
  );
}

/** A request for input is not yet the tool's result. */
function awaitsStructure({ resultType }: JsonObject): boolean {
  return resultType === undefined || resultType === 'complete';
}
