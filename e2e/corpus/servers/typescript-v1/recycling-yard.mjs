// A recycling yard. Runs with @modelcontextprotocol/sdk 1.26.0 and zod 3.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const json = (value, more) => text(JSON.stringify(value, null, 1), more);
const yard = new McpServer({ name: 'recycling-yard', version: '0.9.2' }, { capabilities: { logging: {} } });

const containers = {
  'C-12': 'C-12, green glass, Mill Lane car park, 40 % full, last emptied today 07:40',
  'C-31': 'C-31, paper, school yard. Fault history: lid jammed (March), lock failure (June), both repaired.',
};
yard.registerTool('get_container', { inputSchema: { id: z.string() } }, ({ id }) =>
  text(containers[id] ?? `We do not keep a container under the number ${id}.`),
);
yard.registerTool('search_containers', { inputSchema: { query: z.string() } }, ({ query }) => {
  const hits = Object.values(containers).filter((one) => one.includes(query));
  return text(hits.length === 0 ? `Nothing matches "${query}".` : hits.join('\n'));
});
yard.registerTool('empty_container', { inputSchema: { id: z.string() } }, ({ id }) => {
  if (id === 'C-12') return text('C-12 has been emptied today already, so no lorry was sent.');
  if (id === 'C-31')
    throw new Error('Lorry 4 is in the garage until Thursday; call empty_container again then');
  return text(`The lorry is on its way to ${id}.`);
});
yard.registerTool('weigh', { inputSchema: { lorry: z.number().int().positive() } }, ({ lorry }) => {
  console.error(`[scale-2] ERROR overload relay tripped at zero, ignored (lorry ${lorry})`);
  if (lorry === 4)
    return json({
      lorry,
      gross: null,
      tare: 7420,
      net: null,
      remark: 'the reading of scale 2 never settled',
    });
  return json({ lorry, gross: 11260, tare: 7420, net: 3840, remark: null });
});
yard.registerTool(
  'check_load',
  { inputSchema: { stream: z.string(), items: z.array(z.string()) } },
  ({ stream, items }) => {
    const wrong = items.filter((item) => !item.includes(stream));
    return json({
      stream,
      verdict: wrong.length > 0 ? 'rejected' : 'accepted',
      checked: items.length,
      violations: wrong,
    });
  },
);
yard.registerTool(
  'book_pickup',
  { inputSchema: { addresses: z.array(z.string()), day: z.string() } },
  ({ addresses, day }) => {
    if (day === 'Friday')
      return text(`Friday's round has no room left, please choose another day. Nothing has been booked.`);
    const far = addresses.filter((one) => one.includes('Quarry'));
    const near = addresses.filter((one) => !far.includes(one));
    return text(
      `${day}: ${near.join(', ')}${far.length > 0 ? `\nLeft out: ${far.join(', ')} (not in our district)` : ''}`,
    );
  },
);
yard.registerTool(
  'price',
  { inputSchema: { material: z.enum(['copper', 'zinc', 'paper']) } },
  ({ material }) => {
    if (material === 'copper')
      return json({ material, perTonne: null, upstream: { status: 502, body: 'Bad Gateway' } });
    if (material === 'zinc') return json({ perTonne: '2310' }, { structuredContent: { perTonne: 2310 } });
    return json({
      material,
      perTonne: 0,
      comment: 'Paper is taken for nothing since the market failed in May.',
    });
  },
);
yard.registerTool('mail_certificate', { inputSchema: { to: z.string() } }, ({ to }) =>
  text(
    to.endsWith('@old.example')
      ? `smtp.yard.example refused the letter to ${to}: 550 5.1.1 mailbox unavailable`
      : `The certificate went to ${to}. 2 earlier attempts had been turned away with 451 (greylisting).`,
  ),
);
yard.registerTool(
  'month',
  {
    inputSchema: { month: z.string() },
    outputSchema: {
      tonnes: z.number(),
      missedRounds: z.number(),
      failedScans: z.number(),
      complaints: z.array(z.string()),
    },
  },
  ({ month }) => {
    if (month === '2026-13') return text('there are twelve months');
    const structuredContent = { tonnes: 412.5, missedRounds: 3, failedScans: 14, complaints: [] };
    return json(structuredContent, { structuredContent });
  },
);
yard.registerTool('publish_dates', { inputSchema: { districts: z.array(z.string()) } }, ({ districts }) =>
  json({
    published: districts.slice(0, -1),
    pending: [],
    notPublished: districts
      .slice(-1)
      .map((district) => ({ district, cause: 'the calendar is locked by another editor' })),
  }),
);
yard.registerTool('shred', { inputSchema: { minutes: z.number() } }, async ({ minutes }) => {
  await new Promise((done) => setTimeout(done, minutes * 1000));
  return text('shredded');
});
yard.registerResource('shredder manual', 'yard://manuals/shredder', { mimeType: 'text/plain' }, (uri) => ({
  contents: [
    {
      uri: uri.href,
      text: 'If the panel shows ERROR 3, the hopper is not found: close the hatch. ERROR 9: access denied, fetch the key.',
    },
  ],
}));
yard.registerResource(
  'rounds',
  new ResourceTemplate('yard://rounds/{day}', { list: undefined }),
  {},
  (uri, { day }) => {
    if (day === 'sunday') throw new Error('the plan of Sunday cannot be opened');
    return { contents: [{ uri: uri.href, text: `Round of ${day}: 14 stops` }] };
  },
);
yard.registerPrompt('explain', { argsSchema: { item: z.string() } }, ({ item }) => ({
  messages: [
    {
      role: 'user',
      content: { type: 'text', text: `Explain why ${item} fails the sorting test and is not accepted` },
    },
  ],
}));
process.stdin.on('end', () => {
  console.error('[yard] stopping, 0 errors, 1 unsent heartbeat');
  process.exit(1);
});
await yard.connect(new StdioServerTransport());
