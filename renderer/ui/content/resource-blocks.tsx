import type { ReactNode } from 'react';
import list from '../controls/facts.module.css';
import { byteSize } from './byte-size.ts';
import type { ContentBlock } from './content-block.ts';
import styles from './content-blocks.module.css';
import { MediaBlock } from './media-block.tsx';
import { ReadResource } from './read-resource.tsx';
import { TextBlock } from './text-block.tsx';

type LinkProps = {
  readonly block: Extract<ContentBlock, { kind: 'resource_link' }>;
  /** Draws the contents of the resource, once it was read. */
  readonly show: (blocks: readonly ContentBlock[]) => ReactNode;
};

/** A link to a resource of the server: what it says of it, and a button that reads it. */
export function LinkBlock({ block, show }: LinkProps) {
  const { uri, name, title, description, size } = block;
  const facts = [
    ['title', title],
    ['name', name],
    ['about', description],
    ['size', size === undefined ? '' : byteSize(size)],
  ].filter(([, value]) => value !== '');
  return (
    <div className={styles.link}>
      <dl className={list.facts}>
        <dt>uri</dt>
        <dd className={styles.wire}>{uri === '' ? '(none)' : uri}</dd>
        {facts.map(([term, value]) => (
          <Fact key={term} term={term ?? ''} value={value ?? ''} />
        ))}
      </dl>
      {uri !== '' && <ReadResource uri={uri} show={show} />}
    </div>
  );
}

function Fact({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </>
  );
}

type ResourceProps = {
  readonly block: Extract<ContentBlock, { kind: 'resource' }>;
  readonly markdown: boolean;
};

/** A resource that came with the result: its text, its picture or sound, or the size of its bytes. */
export function ResourceBlock({ block, markdown }: ResourceProps) {
  const { uri, text, problem, media } = block;
  const binary = text === undefined && problem === '' && media === undefined;
  return (
    <>
      <p className={styles.wire}>{uri === '' ? 'no uri' : uri}</p>
      {text !== undefined && <TextBlock text={text} markdown={markdown} />}
      {media !== undefined && <MediaBlock block={media} />}
      {binary && <p className={styles.problem}>Binary data, {byteSize(block.bytes)}, not shown.</p>}
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
    </>
  );
}
