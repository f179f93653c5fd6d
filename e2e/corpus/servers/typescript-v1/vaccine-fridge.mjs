// The vaccine fridges of a health center. Runs with @modelcontextprotocol/sdk 1.32.2 and zod 3.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const json = (value, more) => text(JSON.stringify(value, null, 2), more);
const server = new McpServer({ name: 'vaccine-fridge', version: '3.1.0' });

const fridges = {
  F1: {
    id: 'F1',
    model: 'Haier HYC-68A',
    room: 'Treatment 1',
    temperature: 4.3,
    door: 'closed',
    status: 'OK',
    last_error: null,
    error_count: 0,
  },
  F2: {
    id: 'F2',
    model: 'Labcold RLDF0519',
    room: 'Store',
    temperature: 9.8,
    door: 'closed',
    status: 'ALARM',
    last_error: 'compressor start failed',
    error_count: 4,
    since: '2026-11-22T05:12:00Z',
  },
  F3: {
    id: 'F3',
    model: 'Dometic HC502D',
    room: 'none',
    status: 'DECOMMISSIONED',
    reason: 'failed service 2025',
  },
};
server.registerTool(
  'get_fridge',
  { description: 'Current state of one fridge', inputSchema: { id: z.string() } },
  ({ id }) => {
    if (id === 'F9') throw new Error('Fridge F9 does not exist. Known fridges: F1, F2, F3.');
    return json(fridges[id]);
  },
);

server.registerTool(
  'temperature_log',
  { description: 'Readings of a day', inputSchema: { fridge: z.string(), date: z.string() } },
  ({ fridge, date }) => {
    if (date === '2026-11-23') return text(`No readings recorded for ${fridge} on ${date}.`);
    if (fridge === 'F1')
      return text(
        `${fridge}  ${date}\ntime   min  max  cur  remark\n06:00  3.9  4.6  4.2\n09:00  3.8  7.1  4.9  door open 4 min (delivery)\n12:00  4.0  4.8  4.3\n15:00  --   --   --   probe timeout, read again at 15:05\n15:05  4.1  4.7  4.4\n18:00  4.0  4.5  4.2`,
      );
    return text(
      `${fridge}  ${date}\ntime   min  max  cur  remark\n03:00  4.4  5.1  4.8\n05:12  4.9  8.2  8.2  ALARM HIGH, compressor fault E4\n06:00  8.1  9.9  9.8  ALARM HIGH`,
    );
  },
);

server.registerTool(
  'alarm_history',
  {
    description: 'Past alarms of a fridge',
    inputSchema: { fridge: z.string(), days: z.number().int().positive() },
  },
  ({ fridge, days }) =>
    days === 1
      ? json([])
      : text(
          `3 alarms on ${fridge} in the last ${days} days\n\n#88 22 Nov 05:12  HIGH TEMPERATURE  active      compressor start failed\n#81 09 Nov 13:40  POWER FAILURE     cleared     mains lost 22 min, battery took over\n#79 02 Nov 10:02  PROBE ERROR       cleared     connector loose`,
        ),
);

server.registerTool(
  'acknowledge_alarm',
  { description: 'Acknowledges an alarm', inputSchema: { alarm: z.number().int() } },
  ({ alarm }) => {
    if (alarm === 81) return text('Alarm 81 was already acknowledged by J. Mbeki on 9 November.');
    if (alarm === 88)
      return text(
        'Alarm 88 acknowledged. The fault itself is not cleared: F2 is still above 8 °C and must be emptied.',
      );
    return json({ success: false, message: `Alarm ${alarm} not found` });
  },
);

server.registerTool(
  'check_batch',
  { description: 'Whether a batch may still be used', inputSchema: { batch: z.string() } },
  ({ batch }) => {
    if (batch === 'FJ4471')
      return json({
        batch,
        vaccine: 'MMR',
        usable: false,
        reasons: ['cold chain broken for 48 min above 8 °C', 'manufacturer advice: discard'],
        checkedAgainst: 'SPC 2026-02',
      });
    if (batch === 'EL0902')
      return json({ batch, vaccine: 'DTaP', valid: false, error: 'expired 2026-10-31' });
    return json({ batch, vaccine: 'Influenza', usable: true, reasons: [], warnings: ['expires in 9 days'] });
  },
);

server.registerTool(
  'search_stock',
  { description: 'Finds stock by vaccine name', inputSchema: { vaccine: z.string() } },
  ({ vaccine }) => {
    if (vaccine === 'yellow fever') return text('No stock found for "yellow fever".');
    return text(
      `## Stock: ${vaccine}\n\n| batch | fridge | doses | state |\n|---|---|---|---|\n| FL2210 | F1 | 64 | ok |\n| FL2187 | F1 | 0 | used up |\n| FJ4471 | F2 | 18 | **quarantined** - cold chain failure |\n| EL0902 | F2 | 3 | expired, do not use |\n\n64 usable doses. 21 doses blocked.`,
    );
  },
);

server.registerTool(
  'dispense',
  {
    description: 'Books doses out for a patient',
    inputSchema: { batch: z.string(), doses: z.number().int().min(1), patient: z.string() },
  },
  ({ batch, doses, patient }) => {
    if (batch === 'EL0902')
      return json({
        ok: false,
        error: 'BATCH_EXPIRED',
        detail: 'EL0902 expired on 2026-10-31, nothing was booked',
      });
    if (doses > 60)
      throw new Error(`Only 60 doses may be booked at once, you asked for ${doses}. Split the booking.`);
    if (patient === 'P-2040')
      return text(
        `Booked ${doses} x ${batch} for ${patient}.\nWarning: this patient has a recorded reaction ("fainting", 2024). Observe for 30 minutes.`,
      );
    if (patient === 'P-0000')
      return {
        content: [{ type: 'text', text: 'P-0000 is not a registered patient. Register the patient first.' }],
        isError: true,
      };
    return text(`Booked ${doses} x ${batch} for ${patient}. 63 doses left.`);
  },
);

server.registerTool(
  'order_vaccine',
  {
    description: 'Orders doses from the supplier',
    inputSchema: { vaccine: z.string(), doses: z.number().int() },
  },
  async ({ vaccine, doses }) => {
    try {
      if (vaccine === 'Rabies')
        throw Object.assign(new Error('Request failed with status code 503'), { status: 503 });
      if (vaccine === 'BCG')
        return json({
          orderId: 'MV-55120',
          status: 'backordered',
          note: 'manufacturer cannot deliver before 4 December, order is kept',
        });
      return json({
        orderId: 'MV-55119',
        status: 'confirmed',
        vaccine,
        doses,
        rejectedSubstitutes: ['Fluad', 'Flucelvax'],
      });
    } catch (error) {
      return text(`Error placing order: ${error.message}`);
    }
  },
);

server.registerTool(
  'order_status',
  { description: 'State of an order', inputSchema: { order: z.string() } },
  ({ order }) => {
    if (order === 'MV-54001')
      return json({
        orderId: order,
        status: 'REJECTED',
        rejectedBy: 'supplier',
        reason: 'licence document out of date',
      });
    if (order === 'MV-54877')
      return json({
        orderId: order,
        status: 'FAILED',
        events: ['accepted', 'picked', 'courier: delivery attempt failed, premises closed'],
      });
    return json({ orderId: order, status: 'DELIVERED', signedBy: 'L. Haas', temperatureOnArrival: 5.1 });
  },
);

server.registerTool(
  'move_batches',
  {
    description: 'Moves batches to another fridge',
    inputSchema: { batches: z.array(z.string()), to: z.string(), dryRun: z.boolean().optional() },
  },
  ({ batches, to, dryRun }) => {
    if (dryRun)
      return text(
        `DRY RUN - nothing was changed\nwould move: ${batches.join(', ')} -> ${to}\nwould fail: none\ncapacity of ${to} after the move: 91 %`,
      );
    const moved = batches.filter((batch) => batch !== 'RB1007');
    const failed = batches.filter((batch) => batch === 'RB1007');
    return json({
      moved,
      failed: failed.map((batch) => ({ batch, error: `no free shelf in ${to}` })),
      summary: `${moved.length} of ${batches.length} batches moved`,
    });
  },
);

server.registerTool(
  'set_limits',
  {
    description: 'Sets the alarm limits of a fridge',
    inputSchema: { fridge: z.string(), low: z.number(), high: z.number() },
  },
  ({ fridge, low, high }) => {
    if (low > high) throw new McpError(ErrorCode.InvalidParams, `low (${low}) must be below high (${high})`);
    if (fridge === 'F2') return text('Failed to write limits to F2: device did not respond within 10 s');
    return text(
      `Limits of ${fridge} set to ${low}..${high} °C. Note: the regional guideline recommends 2..8 °C; other limits raise an audit warning.`,
    );
  },
);

server.registerTool(
  'self_test',
  { description: 'Runs the self-test of a logger', inputSchema: { logger: z.string() } },
  ({ logger }) => {
    if (logger === 'LG-3')
      return json({ logger, result: null, status: 'error', message: 'Logger LG-3 is offline' });
    return text(
      `Self-test of ${logger}\n  probe A ......... PASS\n  probe B ......... FAIL (drift 0.9 °C, limit 0.5)\n  battery ......... PASS\n  door contact .... PASS\n  sounder ......... FAIL\n3 passed, 2 failed`,
    );
  },
);

server.registerTool(
  'notify_staff',
  { description: 'Sends a message to staff', inputSchema: { to: z.array(z.string()), message: z.string() } },
  ({ to, message }) => {
    const byMail = to.filter((name) => name === 'dr.ortega');
    const note = byMail.length > 0 ? ` (${byMail.join(', ')} by e-mail, because the SMS failed)` : '';
    return text(`Sent to ${to.length} recipients${note}: "${message}"`);
  },
);

server.registerTool(
  'search_incidents',
  { description: 'Searches the incident book', inputSchema: { query: z.string() } },
  ({ query }) =>
    query === 'theft'
      ? json({ query, count: 0, incidents: [] })
      : json({
          query,
          count: 2,
          incidents: [
            {
              id: 'I-204',
              title: 'Plug pulled by cleaner',
              severity: 'major',
              outcome: '140 doses destroyed',
              rootCause: 'socket not labelled; alarm call failed because the phone was off',
            },
            {
              id: 'I-198',
              title: 'Wrong door left open',
              severity: 'minor',
              outcome: 'no loss',
              rootCause: 'human error',
            },
          ],
        }),
);

server.registerTool(
  'guideline',
  { description: 'Text of a guideline', inputSchema: { topic: z.string() } },
  ({ topic }) => {
    if (topic === 'power')
      return text(
        '# Power failure\n\n1. Do **not** open the door. A closed fridge holds 2-8 °C for about 4 hours.\n2. If the display shows `Err 2`, the controller has lost its probe: use the spare thermometer.\n3. After 4 hours treat the stock as failed. Call the supplier; never throw vaccine away before they answer.\n4. If the supplier cannot be reached, mark the stock "QUARANTINE - DO NOT USE".\n\nFailure to report an incident within 24 hours is a breach of contract.',
      );
    return text('Guideline not available in your language.');
  },
);

server.registerTool(
  'audit',
  { description: 'Audits the cold chain of a month', inputSchema: { month: z.string() } },
  ({ month }) =>
    text(
      `Cold chain audit ${month}\nResult: NOT COMPLIANT\n\n[error] F2: two readings a day missing on 4, 5 and 11\n[error] F2: alarm 79 not acknowledged within 30 min\n[warn ] F1: door open longer than 3 min, 6 times\n[ok   ] certificates\n[ok   ] stock rotation\n\n2 errors, 1 warning. Corrective action is due by 6 December.`,
    ),
);

server.registerTool(
  'device_log',
  {
    description: 'Last lines of the log of a device',
    inputSchema: { device: z.string(), lines: z.number().int() },
  },
  ({ device }) =>
    text(
      `2026-11-22 05:11:58 ${device} INFO  compressor start requested\n2026-11-22 05:12:01 ${device} ERROR compressor start failed: E4 overcurrent\n2026-11-22 05:12:01 ${device} WARN  retry 1/3\n2026-11-22 05:12:31 ${device} ERROR compressor start failed: E4 overcurrent\n2026-11-22 05:13:01 ${device} FATAL giving up, alarm 88 raised\n2026-11-22 05:13:02 ${device} INFO  SMS gateway answered 200 OK`,
    ),
);

server.registerTool(
  'sync_register',
  { description: 'Sends doses given to the national register', inputSchema: { date: z.string() } },
  ({ date }) => {
    if (date === '2026-11-20')
      return text('Nothing to send for 2026-11-20: all 31 records were sent before.');
    if (date === '2026-11-21')
      return json({
        statusCode: 401,
        error: 'Unauthorized',
        message: 'The client certificate has expired',
        path: '/v2/immunisations',
      });
    return json({ date, sent: 28, accepted: 28, rejected: 0, failed: 0, errors: [] });
  },
);

server.registerTool(
  'discard',
  { description: 'Books a batch out as waste', inputSchema: { batch: z.string(), reason: z.string() } },
  ({ batch, reason }) => {
    if (batch === 'FL2210')
      return text(
        'You do not have permission to discard a batch in use. Ask the superintendent pharmacist. Nothing was changed.',
      );
    return text(
      `Batch ${batch} discarded as "${reason}". 18 doses written off, value 214.20. This cannot be undone.`,
    );
  },
);

server.registerTool(
  'print_labels',
  { description: 'Prints labels', inputSchema: { count: z.number().int() } },
  async ({ count }) => {
    console.error('[labels] WARN printer reported error 0x20 (paper low), continuing');
    if (count > 500) await new Promise((done) => setTimeout(done, 4000));
    return text(`${count} labels printed.`);
  },
);

server.registerResource('handbook', 'fridge://handbook', { mimeType: 'text/markdown' }, (uri) => ({
  contents: [
    {
      uri: uri.href,
      text: '## Error codes\nE1 door open\nE2 probe failed\nE4 compressor overcurrent: switch off, call service',
    },
  ],
}));
server.registerPrompt('handover', { argsSchema: { shift: z.string() } }, ({ shift }) => ({
  messages: [
    {
      role: 'user',
      content: {
        type: 'text',
        text: `Summarise the ${shift} shift: failed alarms, errors, missing readings.`,
      },
    },
  ],
}));
await server.connect(new StdioServerTransport());
