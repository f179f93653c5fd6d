import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { WireLink } from '../controls/links.tsx';
import styles from './markdown-text.module.css';

/**
 * How a server's Markdown is rendered. HTML stays text; a link is shown with its full address, and an image as its
 * description and address: nothing is loaded because a server wrote it.
 */
const COMPONENTS: Components = {
  a: ({ href = '', children }) => (
    <span>
      {children} (<WireLink url={href} />)
    </span>
  ),
  img: ({ alt = '', src = '' }) => (
    <span className={styles.picture}>
      picture, not loaded: {alt === '' ? 'no description' : alt} <code>{String(src)}</code>
    </span>
  ),
  // Screen readers ignore a checkbox without a label.
  input: ({ checked }) => <span>{checked === true ? '[done]' : '[open]'} </span>,
  // The text is not part of the page's own outline.
  h1: ({ children }) => <p className={styles.first}>{children}</p>,
  h2: ({ children }) => <p className={styles.second}>{children}</p>,
  h3: ({ children }) => <p className={styles.third}>{children}</p>,
  h4: ({ children }) => <p className={styles.third}>{children}</p>,
  h5: ({ children }) => <p className={styles.third}>{children}</p>,
  h6: ({ children }) => <p className={styles.third}>{children}</p>,
};

/** The limit of nested blocks and marks: a browser lays out nested boxes recursively. */
const DEEPEST = 40;

type MarkdownNode = { readonly type: string; children?: MarkdownNode[]; readonly value?: string };

const TOO_DEEP: MarkdownNode = { type: 'text', value: '(nested too deeply to be shown)' };

function shallow() {
  return (tree: MarkdownNode): void => {
    const open = [{ depth: 0, node: tree }];
    for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
      const { depth, node } = inner;
      if (node.children === undefined) continue;
      if (depth >= DEEPEST) node.children = [TOO_DEEP];
      else for (const child of node.children) open.push({ depth: depth + 1, node: child });
    }
  };
}

const PLUGINS = [remarkGfm, shallow];

/** Renders a text as Markdown (CommonMark with GitHub's tables, task lists and strikethrough). */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => url}>
        {text}
      </Markdown>
    </div>
  );
}
