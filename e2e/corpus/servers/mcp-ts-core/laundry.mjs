// An industrial laundry. Runs with @cyanheads/mcp-ts-core 0.9.21 and zod 4.
import { createApp, resource, tool, z } from '@cyanheads/mcp-ts-core';
import { JsonRpcErrorCode, McpError, notFound } from '@cyanheads/mcp-ts-core/errors';

const wash = tool('laundry_wash', {
  description: 'Starts a wash.',
  input: z.object({
    batch: z.string().describe('The batch.'),
    degrees: z.number().max(95).optional().describe('The temperature.'),
  }),
  output: z.object({
    batch: z.string().describe('The batch.'),
    started: z.boolean().describe('Whether it was started.'),
    note: z.string().describe('A note.'),
  }),
  errors: [
    {
      reason: 'no_water',
      code: JsonRpcErrorCode.ServiceUnavailable,
      when: 'The mains are off.',
      retryable: true,
      recovery: 'Wait for the water works and start the batch again.',
    },
    {
      reason: 'wrong_fabric',
      code: JsonRpcErrorCode.ValidationError,
      when: 'The fabric does not stand it.',
      recovery: 'Start the batch at 40 degrees or less.',
    },
  ],
  handler({ batch }, ctx) {
    if (batch === 'W-water')
      throw ctx.fail('no_water', 'The mains are off until noon', ctx.recoveryFor('no_water'));
    if (batch === 'W-silk') throw ctx.fail('wrong_fabric', 'Silk does not stand 90 degrees');
    if (batch === 'W-door') throw new Error('connect ECONNREFUSED 10.2.2.2:4840');
    if (batch === 'W-none')
      throw notFound('Batch W-none was never brought in', { batch, reason: 'unknown_batch' });
    if (batch === 'W-type') return { batch, started: 'yes', note: '' };
    if (batch === 'W-twice') return { batch, started: true, note: 'was running since 06:10, left alone' };
    if (batch === 'W-drum') return { batch, started: false, note: 'drum 3 would not lock' };
    return { batch, started: true, note: 'detergent: No Error Plus' };
  },
  format: ({ batch, started, note }) => [
    { type: 'text', text: `${batch}: ${started ? 'washing' : 'not washing'} (${note})` },
  ],
});
const sort = tool('laundry_sort', {
  description: 'Sorts pieces by their chips.',
  input: z.object({ chips: z.array(z.string()).describe('The chips.') }),
  output: z.object({
    sorted: z.array(z.string()).describe('Chips that were sorted.'),
    unreadable: z.array(z.string()).describe('Chips that could not be read.'),
  }),
  handler({ chips }) {
    return {
      sorted: chips.filter((chip) => !chip.startsWith('?')),
      unreadable: chips.filter((chip) => chip.startsWith('?')),
    };
  },
  format: ({ sorted, unreadable }) => [
    {
      type: 'text',
      text: `${sorted.length} sorted${unreadable.length > 0 ? `, ${unreadable.length} still in the basket because nobody can read their chips` : ''}`,
    },
  ],
});
const lookUp = tool('laundry_piece', {
  description: 'Shows the piece with a chip.',
  input: z.object({ chip: z.string().describe('The chip.') }),
  output: z.object({
    chip: z.string().describe('The chip.'),
    piece: z.string().nullable().describe('The piece.'),
    history: z.array(z.string()).describe('Its history.'),
  }),
  handler({ chip }) {
    if (chip === '77')
      return {
        chip,
        piece: 'apron',
        history: ['stain test failed', 'rejected by quality', 'washed again', 'passed'],
      };
    if (chip === '78') return { chip, piece: 'towel', history: [] };
    return { chip, piece: null, history: [] };
  },
  format: ({ chip, piece, history }) => [
    {
      type: 'text',
      text:
        piece === null
          ? `Chip ${chip} belongs to nothing we have.`
          : `${piece}: ${history.join(', ') || 'no history'}`,
    },
  ],
});
const report = tool('laundry_report', {
  description: 'The report of a shift, or of the quality inspection, or of a customer.',
  input: z.object({ about: z.string().describe('What about.') }),
  output: z.object({ report: z.string().describe('The report.') }),
  async handler({ about }) {
    const reports = {
      night: 'Night shift: 640 pieces, 9 rejected, 2 machine errors (drum 3, mangle), both cleared by 04:15.',
      quality: 'INSPECTION FAILED. 4 of 50 samples grey, limit 2.',
      hotel: 'Hotel Adler: no complaints.',
      invoice: 'Report not generated: the invoice service answered with status 429.',
      energy: '{"kwh":null,"problem":"meter on bus 2 silent since 03:00"}',
      export: 'Wrote night.csv and quality.csv. hotel.csv is missing, the disk quota was reached.',
    };
    if (about === 'slow') await new Promise((done) => setTimeout(done, 3500));
    if (about === 'vault') throw new McpError(JsonRpcErrorCode.Forbidden, 'Wages are for the owner');
    return { report: reports[about] ?? 'Nothing happened.' };
  },
  format: ({ report: text }) => [{ type: 'text', text }],
});
const machine = resource('laundry://machines/{number}', {
  name: 'machines',
  description: 'A machine.',
  params: z.object({ number: z.string().describe('Its number.') }),
  output: z.object({ state: z.string().describe('Its state.') }),
  handler({ number }) {
    if (number === '9') throw notFound('Machine 9 was scrapped', { number });
    return { state: 'error lamp off, failures this year: 2' };
  },
});
await createApp({
  name: 'blue-laundry',
  version: '4.4.0',
  tools: [wash, sort, lookUp, report],
  resources: [machine],
});
