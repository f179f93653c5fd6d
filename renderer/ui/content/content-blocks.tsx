import { useState } from 'react';
import { assertNever } from '../../../app/base/assert-never.ts';
import { Button } from '../controls/button.tsx';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { BlockNotesView } from './block-notes.tsx';
import { byteSize } from './byte-size.ts';
import type { ContentBlock } from './content-block.ts';
import styles from './content-blocks.module.css';
import { MediaBlock } from './media-block.tsx';
import { LinkBlock, ResourceBlock } from './resource-blocks.tsx';
import { MOST_MARKDOWN_CHARS, TextBlock } from './text-block.tsx';

type Props = {
  readonly blocks: readonly ContentBlock[];
  readonly label?: string;
};

/** Every block of a result, in order, each with its type, size and annotations. */
export function ContentBlocks({ blocks, label = 'Content blocks' }: Props) {
  return (
    <ol className={styles.blocks} aria-label={label}>
      {blocks.map((block, index) => (
        // A result never changes: the position is the identity.
        <Block key={index} block={block} />
      ))}
    </ol>
  );
}

function Block({ block }: { readonly block: ContentBlock }) {
  const [markdown, setMarkdown] = useState(false);
  const text = textOf(block);
  return (
    <li className={styles.block} data-block={block.kind}>
      <div className={styles.head}>
        <span className={styles.type}>{typeName(block)}</span>
        {'mime' in block && block.mime !== '' && <span>{block.mime}</span>}
        {block.notes !== undefined && <BlockNotesView notes={block.notes} />}
        {text !== undefined && text !== '' && (
          <Button
            size="tiny"
            aria-pressed={markdown}
            disabled={text.length > MOST_MARKDOWN_CHARS}
            title={
              text.length > MOST_MARKDOWN_CHARS
                ? 'The text is too long to be read as Markdown.'
                : 'Read the text as Markdown. Nothing in it is run or loaded.'
            }
            onClick={() => setMarkdown(!markdown)}
          >
            Markdown
          </Button>
        )}
        <span className={styles.size}>{byteSize(block.bytes)}</span>
      </div>
      <BlockBody block={block} markdown={markdown} />
    </li>
  );
}

function textOf(block: ContentBlock): string | undefined {
  return block.kind === 'text' || block.kind === 'resource' ? block.text : undefined;
}

function BlockBody({ block, markdown }: { readonly block: ContentBlock; readonly markdown: boolean }) {
  switch (block.kind) {
    case 'text':
      return <TextBlock text={block.text} markdown={markdown} />;
    case 'image':
    case 'audio':
      return <MediaBlock block={block} />;
    case 'resource_link':
      return (
        <LinkBlock block={block} show={(blocks) => <ContentBlocks blocks={blocks} label="Contents" />} />
      );
    case 'resource':
      return <ResourceBlock block={block} markdown={markdown} />;
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

function typeName(block: ContentBlock): string {
  if (block.kind !== 'unknown') return block.kind;
  return block.type === '' ? 'no type' : block.type;
}
