// Parcel lockers of a town. Runs with fastmcp 4.20.16 (TypeScript) and zod 4.
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const lockers = new FastMCP({ name: 'parcel-lockers', version: '1.4.2' });
const pretty = (value) => JSON.stringify(value, null, 2);
const tool = (name, description, parameters, execute, more) =>
  lockers.addTool({ name, description, parameters: z.object(parameters), execute, ...more });

tool('track_parcel', 'Tracks a parcel.', { code: z.string() }, async ({ code }) => {
  if (code === 'PX100')
    return '20 Nov 08:14  accepted at depot\n20 Nov 11:02  delivery failed: compartment jammed\n20 Nov 15:40  delivered to LOCKER-07 / 14\n21 Nov 09:05  collected';
  if (code === 'PX200')
    return pretty({ code, state: 'RETURN_TO_SENDER', cause: 'recipient refused', attempts: 3, error: null });
  if (code === 'PX300') return 'No events yet for PX300. The label was created 20 minutes ago.';
  if (code === 'XXXX') return '{"error":"Parcel XXXX not found"}';
  return `${code} is on its way, expected today before 18:00.`;
});
tool('station', 'Shows a locker station.', { id: z.string() }, async ({ id }) => {
  if (id === 'LOCKER-99')
    throw new UserError('There is no station LOCKER-99. Call list_stations for the ids.');
  if (id === 'LOCKER-12')
    return pretty({
      id,
      online: false,
      lastSeen: '2026-11-22T02:10:44Z',
      lastError: 'ECONNRESET',
      openTickets: ['T-418'],
    });
  return pretty({
    id,
    online: true,
    compartments: 48,
    free: 11,
    outOfOrder: 2,
    lastError: '',
    failures24h: 0,
  });
});
tool('list_stations', 'Lists stations of a district.', { district: z.string() }, async ({ district }) =>
  district === 'Harbour'
    ? 'There are no stations in Harbour.'
    : '| station | address | state |\n|---|---|---|\n| LOCKER-07 | Mill Street 3 | ok |\n| LOCKER-12 | Station Square | offline |\n| LOCKER-15 | Church Hill | **vandalised, closed until December** |',
);
tool(
  'open_compartment',
  'Opens a compartment from afar.',
  { station: z.string(), compartment: z.number().int().min(1) },
  async ({ station, compartment }) => {
    if (station === 'LOCKER-12')
      return `Could not open compartment ${compartment}: station LOCKER-12 is offline.`;
    if (compartment === 14)
      return 'Compartment 14 is open. It did not report the door sensor at first; the second read was fine.';
    if (compartment === 77) throw new Error('compartment index out of range: LOCKER-07 has 48');
    return `Compartment ${compartment} of ${station} is open.`;
  },
);
tool('check_code', 'Whether a pick-up code is good.', { code: z.string() }, async ({ code }) => {
  if (code === '481516') return pretty({ code, valid: true, expiresIn: '31 h' });
  if (code === '000000') return 'This code is invalid.';
  return pretty({ code, valid: false, reason: 'expired', expiredAt: '2026-11-19T18:00:00Z' });
});
tool('send_code', 'Sends the pick-up code again.', { parcel: z.string(), to: z.string() }, async ({ to }) => {
  if (to === '+000') {
    return pretty({
      success: false,
      error: { code: 21211, message: "The 'To' number +000 is not a valid phone number." },
    });
  }
  if (to.endsWith('@mail.example'))
    return `Code sent to ${to}. The SMS gateway is down today, so it went by e-mail.`;
  return `Code sent to ${to}.`;
});
tool(
  'reserve',
  'Reserves a compartment.',
  { station: z.string(), size: z.enum(['S', 'M', 'L']) },
  async ({ station, size }) => {
    if (size === 'L')
      return {
        content: [
          {
            type: 'text',
            text: `No L compartment is free at ${station} before Tuesday. Try size M or LOCKER-15.`,
          },
        ],
        isError: true,
      };
    return pretty({ reservation: 'R-5512', station, size, heldUntil: '2026-11-22T21:30:00Z', fee: 0 });
  },
);
tool('cancel_reservation', 'Cancels a reservation.', { id: z.string() }, async ({ id }) => {
  if (id === 'R-5512') return 'R-5512 is cancelled. No fee was charged.';
  if (id === 'R-5400') return 'R-5400 had already expired, there is nothing left to cancel.';
  return `Sorry, I was unable to cancel ${id}. The booking service returned HTTP 500. Please try again later.`;
});
tool(
  'diagnose',
  'Runs the diagnosis of a station.',
  { station: z.string() },
  async ({ station }, { log }) => {
    log.warn('modem: 2 reconnects');
    if (station === 'LOCKER-12') return 'connect ETIMEDOUT 10.40.12.2:8443';
    return `Diagnosis of ${station}, 14 checks\n\n✔ power 230 V\n✔ modem -71 dBm\n✘ compartment 3: lock does not answer\n✘ compartment 31: door forced\n⚠ camera: lens dirty\n✔ 11 others\n\nVerdict: DEGRADED (2 failures, 1 warning). Report D-903 saved.`;
  },
);
tool(
  'station_log',
  'Last lines of the log of a station.',
  { station: z.string(), level: z.string() },
  async ({ level }) =>
    level === 'fatal'
      ? '(no entries)'
      : '02:10:44 ERROR net    read ECONNRESET, reconnecting\n02:10:49 ERROR net    connect ETIMEDOUT 10.0.0.1:443\n02:11:20 INFO  net    connected\n06:31:02 WARN  lock   c03 no answer (1/3)\n06:31:08 ERROR lock   c03 gave up after 3 attempts\n07:00:00 INFO  main   self check: FAILED (1 of 48)',
);
tool(
  'import_manifest',
  "Imports a courier's manifest.",
  { courier: z.string(), rows: z.array(z.string()) },
  async ({ rows }) => {
    const bad = rows.filter((row) => !/^PX\d+$/.test(row));
    if (bad.length === 0) return pretty({ imported: rows.length, skipped: 0, failed: 0, errors: [] });
    return `Imported ${rows.length - bad.length} of ${rows.length} rows.\nErrors:\n${bad.map((row) => `- "${row}": not a parcel code`).join('\n')}`;
  },
);
tool(
  'simulate_day',
  'Simulates a day, changes nothing.',
  { parcels: z.number().int() },
  async ({ parcels }) =>
    pretty({
      simulation: true,
      parcels,
      placed: parcels - 37,
      unplaced: 37,
      failures: [{ station: 'LOCKER-07', hour: 17, reason: 'full' }],
      applied: false,
    }),
);
tool(
  'expire_parcels',
  'Returns parcels that nobody collected.',
  { dryRun: z.boolean() },
  async ({ dryRun }) =>
    dryRun
      ? '[dry-run] 4 parcels would be returned, 0 deleted. No changes made.'
      : '4 parcels marked for return: PX071, PX077, PX080, PX093. Recipients failed to collect them within 7 days.',
);
tool(
  'move_parcels',
  'Moves parcels to another station.',
  { parcels: z.array(z.string()), to: z.string() },
  async ({ parcels, to }) => ({
    content: [
      {
        type: 'text',
        text: pretty({
          results: parcels.map((parcel) =>
            parcel === 'PX555'
              ? { parcel, ok: false, error: 'too large for any free compartment' }
              : { parcel, ok: true, to },
          ),
        }),
      },
    ],
  }),
);
tool(
  'refund',
  'Refunds a fee.',
  { parcel: z.string(), amount: z.number().positive() },
  async ({ parcel, amount }) => {
    if (amount > 50)
      return pretty({
        status: 'declined',
        parcel,
        refunded: 0,
        message: 'Refunds above 50.00 need an approval. No money was paid back.',
      });
    return pretty({ status: 'succeeded', refund: 'RF-88', amount, failure_reason: null });
  },
);
tool('refund_status', 'Shows a refund.', { refund: z.string() }, async ({ refund }) =>
  refund === 'RF-70'
    ? pretty({ refund, status: 'failed', failure_reason: 'lost_or_stolen_card', amount: 3.9 })
    : pretty({
        refund,
        status: 'denied',
        decidedBy: 'K. Aydin',
        comment: 'fee was due, parcel collected 9 days late',
      }),
);
tool('complaints', 'Searches complaints.', { query: z.string() }, async ({ query }) =>
  query === 'lost'
    ? 'Found 3 complaints:\n\n1. #3301 (open) "Parcel lost, nobody answers"\n2. #3290 (rejected) "App says error 500 when I scan"\n3. #3277 (closed) "Could not open the door, code not accepted"'
    : pretty([]),
);
tool('blocklist', 'Whether an address is on the block list.', { address: z.string() }, async ({ address }) =>
  address === 'Dock 4'
    ? 'Blocked: "Dock 4" may not receive parcels (fraud, 2025-08).'
    : `"${address}" was not found on the block list.`,
);
tool('validate_label', 'Checks a shipping label.', { label: z.string() }, async ({ label }) =>
  label === 'L-1'
    ? '3 problems:\n- missing postcode\n- invalid weight "abc"\n- barcode cannot be read\nThe label would be rejected by the sorter.'
    : pretty({ label, ok: true, errors: [], warnings: [] }),
);
tool(
  'report',
  'Writes the report of a week.',
  { week: z.number().int().max(53) },
  async ({ week }) =>
    `# Week ${week}\n\nDeliveries: **2 914**, of which 61 failed at the first attempt (2.1 %).\nCollections: 2 802. Timeouts of the touch screen: 12. Refused parcels: 9.\n\n## Incidents\n- LOCKER-12 offline since Sunday: the provider's SIM was blocked. Unable to repair remotely, technician on Tuesday.\n- LOCKER-15: door broken, 3 parcels damaged.\n\n## Outlook\nIf the SIM is not replaced, expect errors in tracking.`,
);
tool(
  'set_price',
  'Sets the price of a size.',
  { size: z.string(), price: z.number() },
  async ({ size, price }) => {
    if (size === 'L') return 'Permission denied: only the role "tariff" may change prices.';
    return `Price of ${size} is now ${price.toFixed(2)}. Warning: the app caches prices, old ones may show for an hour.`;
  },
);
tool(
  'firmware',
  'Installs firmware.',
  { station: z.string() },
  async () => {
    await new Promise((done) => setTimeout(done, 3000));
    return 'installed';
  },
  { timeoutMs: 800 },
);
lockers.addResource({
  uri: 'lockers://faq',
  name: 'faq',
  mimeType: 'text/markdown',
  load: async () => ({
    text: '**Error: code not accepted?** Wait a minute. **Door failed to open?** Press help.',
  }),
});
lockers.addPrompt({
  name: 'reply',
  description: 'Replies to a complaint.',
  arguments: [{ name: 'number', required: true }],
  load: async ({ number }) => `Reply to complaint ${number} about a failed delivery`,
});
await lockers.start({ transportType: 'stdio' });
