import { expect, it } from 'vitest';
import { probed } from './testing/probed.ts';

/** A server that answers every failure with -32000, as in ThalesGroup/agilab#890. */
const SERVER = `
const RESULTS = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1' } },
  ping: {},
  'tools/list': { tools: [{ name: 'read_shelf', annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } }] },
};
const faultOf = ({ method, params }) => {
  if (method !== 'tools/call') return 'unknown method: ' + method;
  if (params?.name !== 'read_shelf') return 'unknown tool: ' + params?.name;
  if (typeof params.arguments?.path !== 'string') return "read_shelf() missing 1 required positional argument: 'path'";
  return "[Errno 2] No such file or directory: '" + params.arguments.path + "'";
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = RESULTS[message.method];
  const error = { code: -32000, message: faultOf(message) };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) }));
});`;

const PICKED =
  /^(?:targets\/unknown tool|session\/unknown method|calls\/read_shelf\/call|arguments\/.*\/missing\/all)$/;

it('tells the author of one code for everything which answer each failure needs', async () => {
  const { report } = await probed(process.execPath, ['-e', SERVER], { picks: (id) => PICKED.test(id) });
  const said = report.cases.flatMap(({ id, failure, notes }) =>
    [...(failure === null ? [] : [failure]), ...notes]
      .filter(({ rule }) => rule !== null && rule !== 'C05')
      .map(({ rule, side, todo }) => [
        id.split('/').at(-1),
        rule,
        side,
        /-32601|-32602|isError/.exec(todo)?.[0],
      ]),
  );
  expect(said.toSorted()).toEqual([
    ['all', 'T01', 'server', 'isError'],
    ['call', 'T04', 'server', 'isError'],
    ['unknown method', 'C12', 'server', '-32601'],
    ['unknown tool', 'T03', 'server', '-32602'],
  ]);
});
