import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { GetPromptRequestSchema, ListPromptsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { LabError } from './lab-error.ts';

const PROMPTS = [
  {
    name: 'explain-tiers',
    title: 'Explain the tiers',
    description: 'A prompt that is always given: the ok tier.',
    arguments: [{ name: 'audience', description: 'For whom', required: false }],
  },
  {
    name: 'refused',
    title: 'A prompt that is refused',
    description: 'Fails with -32602, whatever its argument: the protocol tier.',
    arguments: [{ name: 'topic', description: 'Never good enough', required: true }],
  },
];

/** Prompts of which the last is never given. */
export function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name === 'explain-tiers') {
      const audience = params.arguments?.audience ?? 'a newcomer';
      const text = `Explain to ${audience} who sees a tool error, and who sees a protocol error.`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    }
    if (params.name === 'refused') throw new LabError(-32602, 'Missing required argument: topic');
    throw new LabError(-32602, `Unknown prompt: ${params.name}`);
  });
}
