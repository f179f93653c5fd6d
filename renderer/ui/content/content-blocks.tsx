import { createContext, useContext, useState } from 'react';
import { RowLink } from '../controls/links.tsx';
import { byteSize, joinedList, NAME_CHARS, shortened } from '../format/quantity-text.ts';
import { JsonTree } from '../json-tree/json-tree.tsx';
import { LongText } from '../json-tree/long-text.tsx';
import { Button, Facts, kit, ScrollBox, Segments } from '../kit.tsx';
import { Paged } from '../list/paged.tsx';
import { type BlockNotes, type ContentBlock, readContents } from './content-block.ts';
import styles from './content-blocks.module.css';
import { MarkdownPart, markdownParts } from './markdown-part.tsx';

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | Extract<ResourceReading, { readonly kind: 'failed' }>
  | { readonly kind: 'read'; readonly blocks: readonly ContentBlock[]; readonly seq: number };

function ReadResource({ uri }: { readonly uri: string }) {
  const source = useContext(ContentSourceContext);
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  if (source === null) return null;
  const { session, refusal } = source;
  const read = async () => {
    setReading({ kind: 'reading' });
    const answer = await source.read(uri);
    const { seq } = answer;
    setReading(
      answer.kind === 'read' ? { kind: 'read', blocks: readContents(answer.contents), seq } : answer,
    );
  };
  const word = reading.kind === 'read' ? 'Read again' : 'Read';
  return (
    <div className={styles.read}>
      <Button
        disabled={refusal !== '' || reading.kind === 'reading'}
        title={refusal === '' ? undefined : refusal}
        aria-label={`${word} ${shortened(uri, URI_CHARS)}`}
        onClick={() => void read()}
      >
        {word}
      </Button>
      {reading.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {reading.why} <LogLink session={session} seq={reading.seq} />
        </p>
      )}
      {reading.kind === 'read' && (
        <section aria-label={`Contents of ${shortened(uri, URI_CHARS)}`}>
          <p className={styles.readHead}>
            {reading.blocks.length === 0 ? 'The server gave no contents.' : 'The server gave:'}{' '}
            <LogLink session={session} seq={reading.seq} />
          </p>
          <ContentBlocks blocks={reading.blocks} label="Contents" />
        </section>
      )}
    </div>
  );
}

function LogLink({ session, seq }: { readonly session: string; readonly seq: number }) {
  if (seq === 0) return null;
  return (
    <RowLink session={session} seq={seq}>
      show it in the log
    </RowLink>
  );
}

type Props = {
  readonly blocks: readonly ContentBlock[];
  readonly label?: string;
  readonly size?: number;
};

const BLOCKS = 50;
const URI_CHARS = 2000;
const FACT_CHARS = 4000;
/** How many trees open automatically: a page of open trees would have thousands of lines. */
const OPEN_TREES = 4;

/** Every block of a result, in order, each with its type, size and annotations. */
export function ContentBlocks({ blocks, label = 'Content blocks', size = BLOCKS }: Props) {
  return (
    <Paged items={blocks} noun="block" size={size}>
      {(shown, from) => (
        <ol className={styles.blocks} aria-label={label} start={from + 1}>
          {shown.map((block, index) => (
            // A result never changes, so the position identifies the block.
            <Block key={from + index} block={block} folded={index >= OPEN_TREES} />
          ))}
        </ol>
      )}
    </Paged>
  );
}

type BlockProps = {
  readonly block: ContentBlock;
  readonly folded: boolean;
};

type TextReading = 'rendered' | 'plain';

/** Shows a text as Markdown, without running or loading anything, or word for word. */
const READINGS: readonly (readonly [TextReading, string])[] = [
  ['rendered', 'Rendered'],
  ['plain', 'Plain'],
];

function Block({ block, folded }: BlockProps) {
  const [reading, setReading] = useState<TextReading>('plain');
  const text = block.kind === 'text' || block.kind === 'resource' ? block.text : undefined;
  return (
    <li className={styles.block} data-block={block.kind}>
      <div className={styles.head}>
        <span className={styles.type}>{typeName(block)}</span>
        {'mime' in block && block.mime !== '' && <span>{block.mime}</span>}
        {block.notes !== undefined && <BlockNotesView notes={block.notes} />}
        {text !== undefined && text !== '' && text.length <= MAX_MARKDOWN_CHARS && (
          <Segments label="Look of the text" options={READINGS} value={reading} onChange={setReading} />
        )}
        {text !== undefined && text.length > MAX_MARKDOWN_CHARS && <span>too long to be rendered</span>}
        <span className={styles.size}>{byteSize(block.bytes)}</span>
      </div>
      <BlockBody block={block} markdown={reading === 'rendered'} folded={folded} />
    </li>
  );
}

function BlockBody({ block, markdown, folded }: BlockProps & { readonly markdown: boolean }) {
  switch (block.kind) {
    case 'text':
      return <TextBlock text={block.text} markdown={markdown} />;
    case 'image':
    case 'audio':
      return <MediaBlock block={block} />;
    case 'resource_link':
      return <LinkBlock block={block} />;
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
          <JsonTree
            value={block.value}
            label={`Block of type ${block.type === '' ? 'none' : typeName(block)}`}
            folded={folded}
          />
        </>
      );
  }
}

function typeName(block: ContentBlock): string {
  if (block.kind !== 'unknown') return block.kind;
  return block.type === '' ? 'no type' : shortened(block.type, NAME_CHARS);
}

function BlockNotesView({ notes }: { readonly notes: BlockNotes }) {
  const { audience, priority, lastModified } = notes;
  return (
    <>
      {audience.length > 0 && <span className={styles.note}>for {joinedList(audience, ' and ')}</span>}
      {priority !== undefined && <span className={styles.note}>priority {priority}</span>}
      {lastModified !== '' && <span className={styles.note}>modified {lastModified}</span>}
    </>
  );
}

function LinkBlock({ block }: { readonly block: Extract<ContentBlock, { kind: 'resource_link' }> }) {
  const { uri, name, title, description, size } = block;
  const text = (value: string) => value !== '' && <LongText text={value} firstChars={FACT_CHARS} />;
  return (
    <div className={styles.link}>
      <Facts
        facts={[
          [
            'uri',
            uri === '' ? (
              '(none)'
            ) : (
              <LongText key="uri" text={uri} firstChars={URI_CHARS} className={kit.code} />
            ),
          ],
          ['title', text(title)],
          ['name', text(name)],
          ['about', text(description)],
          ['size', size !== undefined && byteSize(size)],
        ]}
      />
      {uri !== '' && <ReadResource uri={uri} />}
    </div>
  );
}

type ResourceProps = {
  readonly block: Extract<ContentBlock, { kind: 'resource' }>;
  readonly markdown: boolean;
};

function ResourceBlock({ block, markdown }: ResourceProps) {
  const { uri, text, problem, media } = block;
  const binary = text === undefined && problem === '' && media === undefined;
  return (
    <>
      <p className={styles.wire}>{uri === '' ? 'no uri' : <LongText text={uri} firstChars={URI_CHARS} />}</p>
      {text !== undefined && <TextBlock text={text} markdown={markdown} />}
      {media !== undefined && <MediaBlock block={media} />}
      {binary && <p className={styles.problem}>Binary data, {byteSize(block.bytes)}, not shown.</p>}
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
    </>
  );
}

/** The outcome of reading a resource; `seq` is the request's record, 0 if none was sent. */
export type ResourceReading =
  | { readonly kind: 'failed'; readonly why: string; readonly seq: number }
  | { readonly kind: 'read'; readonly contents: unknown; readonly seq: number };

/** The session that the content came from, for reading linked resources. */
export type ContentSource = {
  readonly session: string;
  /** Why nothing can be read now, as a sentence; empty if it can. */
  readonly refusal: string;
  readonly read: (uri: string) => Promise<ResourceReading>;
};

/** Null if linked resources cannot be read. */
export const ContentSourceContext = createContext<ContentSource | null>(null);

const TEXT_CHARS = 4000;
/** A longer text is not shown as Markdown: paging through it would take longer than reading it as is. */
const MAX_MARKDOWN_CHARS = 200_000;

function TextBlock({ text, markdown }: { readonly text: string; readonly markdown: boolean }) {
  if (text === '') return <p className={styles.problem}>Empty text.</p>;
  if (markdown && text.length <= MAX_MARKDOWN_CHARS) {
    return (
      <Paged items={markdownParts(text)} noun="part" size={1}>
        {([part = '']) => (
          <ScrollBox className={styles.markdown}>
            <MarkdownPart
              text={part}
              instead={
                <>
                  <p className={styles.problem}>This cannot be read as Markdown: it is nested too deeply.</p>
                  <LongText text={part} firstChars={TEXT_CHARS} />
                </>
              }
            />
          </ScrollBox>
        )}
      </Paged>
    );
  }
  return (
    <ScrollBox className={styles.text}>
      <LongText text={text} firstChars={TEXT_CHARS} />
    </ScrollBox>
  );
}

/** Larger media wait for a click: an image takes many times its bytes to render. */
const LARGE_BYTES = 4_000_000;

type Media = Pick<
  Extract<ContentBlock, { kind: 'image' | 'audio' }>,
  'kind' | 'mime' | 'bytes' | 'url' | 'problem'
>;

/** An image that enlarges on click, or audio; both from a data URL, nothing from the network. */
function MediaBlock({ block }: { readonly block: Media }) {
  const [zoomed, setZoomed] = useState(false);
  const [pixels, setPixels] = useState('');
  const [undrawable, setUndrawable] = useState(false);
  const [wanted, setWanted] = useState(block.bytes <= LARGE_BYTES);
  if (block.problem !== '') return <p className={styles.problem}>{block.problem}</p>;
  if (!wanted) {
    return (
      <p>
        <Button onClick={() => setWanted(true)}>
          Show {byteSize(block.bytes)} of {block.mime}
        </Button>
      </p>
    );
  }
  if (block.kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: a server's sound comes without captions
    return <audio controls src={block.url} className={styles.audio} />;
  }
  if (undrawable)
    return <p className={styles.problem}>The data is base64, but not a picture of this type.</p>;
  return (
    <figure className={styles.figure}>
      <Button
        look="bare"
        className={zoomed ? styles.zoomed : styles.picture}
        aria-label={zoomed ? 'Shrink the image' : 'Show the image at full size'}
        onClick={() => setZoomed(!zoomed)}
      >
        <img
          src={block.url}
          alt={`Content block of type ${block.mime}`}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setPixels(`${naturalWidth} × ${naturalHeight}`);
          }}
          onError={() => setUndrawable(true)}
        />
      </Button>
      {pixels !== '' && <figcaption>{pixels}</figcaption>}
    </figure>
  );
}
