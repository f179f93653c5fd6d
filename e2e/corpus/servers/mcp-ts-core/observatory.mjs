// An observatory. Runs with @cyanheads/mcp-ts-core 0.12.3, built from its repository and bundled with esbuild.
import { createApp, resource, tool, z } from '@cyanheads/mcp-ts-core';
import { JsonRpcErrorCode, McpError, rateLimited } from '@cyanheads/mcp-ts-core/errors';

const observe = tool('observatory_observe', {
  description: 'Points the telescope at a target.',
  input: z.object({
    target: z.string().describe('The target.'),
    minutes: z.number().max(60).optional().describe('How long.'),
  }),
  output: z.object({
    stars: z.number().describe('Stars in the picture.'),
    remark: z.string().describe('A remark.'),
  }),
  errors: [
    {
      reason: 'below_horizon',
      code: JsonRpcErrorCode.InvalidParams,
      when: 'The target has not risen.',
      recovery: 'Pick a target that is above the horizon now.',
    },
    {
      reason: 'dome_closed',
      code: JsonRpcErrorCode.ServiceUnavailable,
      when: 'It rains.',
      retryable: true,
      recovery: 'Wait for the rain to stop and call again.',
    },
    {
      reason: 'never_seen',
      code: JsonRpcErrorCode.NotFound,
      when: 'The catalogue does not know the target.',
      recovery: 'Use the name that the catalogue lists.',
    },
  ],
  handler({ target }, ctx) {
    if (target === 'sun') throw ctx.fail('below_horizon', 'The sun is below the horizon');
    if (target === 'rain')
      throw ctx.fail('dome_closed', 'The dome is closed', ctx.recoveryFor('dome_closed'));
    if (target === 'ufo') throw ctx.fail('unexplained', 'Nobody knows what this is');
    if (target === 'quota') throw rateLimited('Forty pictures a night, and all are taken', { limit: 40 });
    if (target === 'coded') throw new McpError(JsonRpcErrorCode.Unauthorized, 'The night pass is missing');
    if (target === 'plain') throw new Error('connect ECONNREFUSED 10.1.1.4:5000');
    if (target === 'blur') return { stars: 'many', remark: 'x' };
    return { stars: 12, remark: target === 'words' ? 'Error bars are small; nothing failed' : 'clear sky' };
  },
  format: (result) => [{ type: 'text', text: `${result.stars} stars. ${result.remark}` }],
});
const plates = resource('plates://night/{date}', {
  name: 'plates',
  description: 'The plates of a night.',
  params: z.object({ date: z.string().describe('The night.') }),
  output: z.object({ count: z.number().describe('How many.') }),
  handler({ date }) {
    if (date === 'broken') throw new McpError(JsonRpcErrorCode.NotFound, 'This plate is broken');
    return { count: 3 };
  },
});

await createApp({ name: 'hill-observatory', version: '0.3.0', tools: [observe], resources: [plates] });
