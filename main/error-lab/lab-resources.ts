import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { LabError } from './lab-error.ts';
import { TRIANGLE_PNG } from './sample-media.ts';

const README = `The error lab is an MCP server that fails on purpose.
Each of its tools shows one failure, and says at which tier it lands.`;

const RESOURCES = [
  {
    uri: 'lab://readme',
    name: 'readme',
    title: 'What the error lab is',
    description: 'A text that reads fine: the ok tier.',
    mimeType: 'text/plain',
  },
  {
    uri: 'lab://triangle.png',
    name: 'triangle',
    title: 'A picture',
    description: 'Bytes that read fine: the ok tier.',
    mimeType: 'image/png',
  },
  {
    uri: 'lab://missing',
    name: 'missing',
    title: 'A resource that is gone',
    description: 'Listed, but reading it fails with -32002: the protocol tier.',
    mimeType: 'text/plain',
  },
];

/** Resources of which the last cannot be read. */
export function serveResources(server: Server): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: 'lab://shelf/{name}',
        name: 'shelf',
        title: 'An empty shelf',
        description: 'Whatever the name, reading it fails with -32002: the protocol tier.',
      },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri === 'lab://readme') return { contents: [{ uri, mimeType: 'text/plain', text: README }] };
    if (uri === 'lab://triangle.png') {
      return { contents: [{ uri, mimeType: 'image/png', blob: TRIANGLE_PNG }] };
    }
    // MCP 2025-11-25, server/resources, "Error Handling".
    throw new LabError(-32002, 'Resource not found', { uri });
  });
}
