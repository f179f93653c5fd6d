// A cinema. Runs with @cyanheads/mcp-ts-core 0.10.17 and zod 4.
import { createApp, resource, tool, z } from '@cyanheads/mcp-ts-core';
import { JsonRpcErrorCode, McpError, notFound } from '@cyanheads/mcp-ts-core/errors';

const seats = tool('cinema_seats', {
  description: 'Books seats for a film.',
  input: z.object({
    film: z.string().describe('The film.'),
    seats: z.number().int().max(9).optional().describe('How many.'),
  }),
  output: z.object({
    booked: z.number().describe('Seats that were booked.'),
    note: z.string().describe('A note.'),
  }),
  errors: [
    {
      reason: 'sold_out',
      code: JsonRpcErrorCode.Conflict,
      when: 'No seat is left.',
      recovery: 'Choose a later show of the same film.',
    },
    {
      reason: 'projector_down',
      code: JsonRpcErrorCode.ServiceUnavailable,
      when: 'The projector is being repaired.',
      retryable: true,
      recovery: 'Try the same booking again in an hour.',
    },
  ],
  handler({ film }, ctx) {
    if (film === 'sold-out') throw ctx.fail('sold_out', 'Every seat for tonight is taken');
    if (film === 'projector')
      throw ctx.fail('projector_down', 'The projector is down', ctx.recoveryFor('projector_down'));
    if (film === 'undeclared') throw ctx.fail('popcorn_gone', 'There is no popcorn');
    if (film === 'unknown') throw notFound(`Film ${film} is not in the programme`, { film });
    if (film === 'coded') throw new McpError(JsonRpcErrorCode.Forbidden, 'No entry under 18');
    if (film === 'hint')
      throw new McpError(JsonRpcErrorCode.NotFound, 'No such row', {
        reason: 'no_row',
        recovery: { hint: 'Use rows A-K.' },
      });
    if (film === 'camel')
      throw new McpError(JsonRpcErrorCode.ValidationError, 'Bad row', { reason: 'BadRow' });
    if (film === 'plain') throw new Error('request to tickets.example timed out');
    if (film === 'type') throw new TypeError('seats is not iterable');
    if (film === 'mismatch') return { booked: 'two', note: 'x' };
    return { booked: 2, note: film === 'words' ? 'Failed State, an error-ridden thriller' : 'enjoy' };
  },
  format: (result) => [{ type: 'text', text: `${result.booked} seats booked. ${result.note}` }],
});
const programme = resource('cinema://films/{film}', {
  name: 'films',
  description: 'A film of the programme.',
  params: z.object({ film: z.string().describe('The film.') }),
  output: z.object({ title: z.string().describe('Its title.') }),
  handler({ film }) {
    if (film === 'lost') throw notFound('This reel was lost in 1927', { film });
    return { title: film };
  },
});

await createApp({ name: 'star-cinema', version: '1.2.0', tools: [seats], resources: [programme] });
