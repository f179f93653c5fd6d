import { BATCH_REVISION } from '../protocol/revisions.ts';
import {
  harmlessMethod,
  harmlessText,
  metaText,
  OFTEN_SILENT,
  sharing,
  type TemplateContext,
} from './template.ts';

/** Lists of messages. */
export const BATCH_TEMPLATES = sharing(
  {
    group: 'Batches',
    good: [-32600],
    tolerated: OFTEN_SILENT,
  },
  [
    {
      id: 'batch',
      title: 'Batch of two requests',
      breaks: 'The line is a list of messages; only the revision 2025-03-26 has batches.',
      expects: 'Under 2025-03-26 the server answers both; under every other revision it answers -32600.',
      source: 'MCP 2025-03-26, basic/index.mdx; removed in 2025-06-18, changelog.mdx',
      good: [-32600, 'result'],
      goodIn: (revision) => [revision === BATCH_REVISION ? 'result' : -32600],
      text: (context) => `[${harmlessText(context)},${second(context)}]`,
    },
    {
      id: 'batch-empty',
      title: 'Empty batch',
      breaks: 'The list has no message, which no revision allows.',
      expects: 'The server answers -32600 with the id null.',
      source: 'JSON-RPC 2.0 §6',
      text: () => '[]',
    },
    {
      id: 'batch-of-numbers',
      title: 'Batch of numbers',
      breaks: 'None of the items of the list is a message.',
      expects: 'The server answers -32600, once or for each item.',
      source: 'JSON-RPC 2.0 §6, examples',
      text: () => '[1,2,3]',
    },
    {
      id: 'batch-half-broken',
      title: 'Batch with one broken item',
      breaks: 'One item is a request, the other one is no message.',
      expects: 'Under 2025-03-26 one result and one -32600; under every other revision -32600.',
      source: 'JSON-RPC 2.0 §6, examples; MCP 2025-06-18, changelog.mdx',
      good: [-32600, 'result'],
      goodIn: (revision) => (revision === BATCH_REVISION ? ['result', -32600] : [-32600]),
      text: (context) => `[${harmlessText(context)},{"oops":true}]`,
    },
    {
      id: 'batch-nested',
      title: 'Batch inside a batch',
      breaks: 'An item of the list is itself a list.',
      expects: 'The server answers -32600, and goes on.',
      source: 'JSON-RPC 2.0 §6',
      text: (context) => `[[${harmlessText(context)}]]`,
    },
  ],
);

function second(context: TemplateContext): string {
  const id = JSON.stringify(`${context.freshId.replaceAll('"', '')}-2`);
  return `{"jsonrpc":"2.0","id":${id},"method":"${harmlessMethod(context)}"${metaText(context)}}`;
}
