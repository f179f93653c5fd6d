import { isJsonObject } from '../../app/base/json-value.ts';
import { resultPreview } from '../../app/frame/preview.ts';
import { readBlocks } from '../content/content-block.ts';
import { ContentBlocks } from '../content/content-blocks.tsx';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { Card } from './card.tsx';
import styles from './explain.module.css';

type Props = { readonly method: string; readonly result: unknown };

/** A result that is no error: its blocks for a tool, a tree for everything else. */
export function OkResult({ method, result }: Props) {
  if (result === undefined) return null;
  const summary = resultPreview(method, result);
  if (method !== 'tools/call' || !isJsonObject(result)) {
    return (
      <Card title="Result" aside={summary}>
        <JsonTree value={result} label="Result" />
      </Card>
    );
  }
  const blocks = readBlocks(result.content);
  return (
    <Card title="Result" aside={`${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'}`}>
      <div className={styles.stack}>
        {Array.isArray(result.content) ? (
          <ContentBlocks blocks={blocks} />
        ) : (
          <p>The result has no content list. Strict clients reject it.</p>
        )}
        {result.structuredContent !== undefined && (
          <section aria-label="structuredContent">
            <code>structuredContent</code>
            <JsonTree value={result.structuredContent} label="structuredContent" />
          </section>
        )}
      </div>
    </Card>
  );
}
