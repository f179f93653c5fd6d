// A pharmacy whose tools report problems in successful results. Runs with fastmcp 4.20.16 (TypeScript) and zod 4.
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const shelves = {
  aspirin: 'Aspirin: 40 packs. Do not use after a failed liver test.',
  bandage: '{"ok":false,"error":{"type":"NotFoundError","message":"no such article"}}',
  cream: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
  drops: '{"items":[],"hasErrors":false}',
  elixir: 'You are not authorized to dispense this drug.',
  fever: 'Side effects: headache (common), heart failure (very rare), error of judgement (unknown).',
  gauze: '504 Gateway Time-out',
  honey: '{"data":null,"errors":[{"message":"Cannot query field honey on type Shelf"}]}',
  insulin: '{"stored":2,"rejected":1,"rejectedItems":["batch 9: too warm"]}',
  jelly: '0 results',
  kit: 'Failed to load the price list. The last known price is 4 euros.',
  lotion: 'Test passed: 12 ok, 0 failed, 1 skipped',
  mask: 'Service temporarily unavailable',
  needle: '{"deliveries":[{"id":1,"state":"failed"},{"id":2,"state":"delivered"}],"count":2}',
  oil: 'This drug does not exist in the register.',
  powder: '<html><body><h1>403 Forbidden</h1></body></html>',
  quinine: 'Checked the recipe: the signature is missing, so the recipe is not valid.',
  rinse: 'undefined',
  salve: '{"exception":"java.lang.NullPointerException","status":500}',
  tonic: 'Exception handling of returned goods: see page 4. Errors are corrected within a day.',
  urea: 'Operation timed out after 30000 milliseconds with 0 bytes received',
  vitamin: '{"message":"Unauthorized"}',
};
const server = new FastMCP({ name: 'corner-pharmacy', version: '3.3.0' });
server.addTool({
  name: 'shelf',
  description: 'Looks into a shelf.',
  parameters: z.object({ article: z.string() }),
  execute: async ({ article }) =>
    shelves[article] ?? `${article} is not in stock today; new goods arrive on Monday.`,
});
server.addTool({
  name: 'order_list',
  description: 'Orders a list.',
  execute: async () => ({
    content: [
      { type: 'text', text: 'aspirin: ordered' },
      { type: 'text', text: 'opium: Error: not allowed' },
    ],
  }),
});
await server.start({ transportType: 'stdio' });
