import { assertNever } from '../../app/base/assert-never.ts';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { LongText } from '../json-tree/long-text.tsx';
import { byteSize } from './byte-size.ts';
import type { ContentBlock } from './content-block.ts';
import styles from './content-blocks.module.css';
import { MediaBlock } from './media-block.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** Text beyond this is cut and can be shown in full. */
const TEXT_CHARS = 4000;

/** Every block of a result, in order, each with its type and size. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly ContentBlock[] }) {
  return (
    <ol className={styles.blocks} aria-label="Content blocks">
      {blocks.map((block, index) => (
        // A result never changes: the position is the identity.
        <li key={index} className={styles.block} data-block={block.kind}>
          <div className={styles.head}>
            <span className={styles.type}>{typeName(block)}</span>
            {'mime' in block && block.mime !== '' && <span>{block.mime}</span>}
            <span className={styles.size}>{byteSize(block.bytes)}</span>
          </div>
          <BlockBody block={block} />
        </li>
      ))}
    </ol>
  );
}

function BlockBody({ block }: { readonly block: ContentBlock }) {
  switch (block.kind) {
    case 'text':
      return <WireText text={block.text} />;
    case 'image':
    case 'audio':
      return <MediaBlock block={block} />;
    case 'resource_link':
      return (
        <dl className={styles.facts}>
          <dt>uri</dt>
          <dd className={styles.wire}>{block.uri === '' ? '(none)' : block.uri}</dd>
          {block.name !== '' && <dt>name</dt>}
          {block.name !== '' && <dd>{block.name}</dd>}
          {block.description !== '' && <dt>about</dt>}
          {block.description !== '' && <dd>{block.description}</dd>}
        </dl>
      );
    case 'resource':
      return (
        <>
          <p className={styles.wire}>{block.uri === '' ? 'no uri' : block.uri}</p>
          {block.text !== undefined && <WireText text={block.text} />}
          {block.text === undefined && block.problem === '' && <p>Binary data, not shown.</p>}
          {block.problem !== '' && <p className={styles.problem}>{block.problem}</p>}
        </>
      );
    case 'unknown':
      return (
        <>
          <p className={styles.problem}>
            {block.type === ''
              ? 'This block has no type.'
              : 'A block that MCP does not define, or that lacks a member.'}
          </p>
          <JsonTree value={block.value} label={`Block of type ${block.type === '' ? 'none' : block.type}`} />
        </>
      );
    default:
      return assertNever(block);
  }
}

function WireText({ text }: { readonly text: string }) {
  if (text === '') return <p className={styles.problem}>Empty text.</p>;
  return (
    <ScrollBox className={styles.text}>
      <LongText text={text} firstChars={TEXT_CHARS} />
    </ScrollBox>
  );
}

function typeName(block: ContentBlock): string {
  if (block.kind !== 'unknown') return block.kind;
  return block.type === '' ? 'no type' : block.type;
}
