// A self-storage facility. Runs with fastmcp 3.35.0 (TypeScript) and zod 4.
import { FastMCP, UserError } from 'fastmcp';
import { z } from 'zod';

const house = new FastMCP({ name: 'self-storage', version: '2.0.3' });
const units = {
  A1: { unit: 'A1', tenant: 'Okafor', paid: true, alarms: 0, lastError: '' },
  A2: { unit: 'A2', tenant: null, paid: null, alarms: 0, note: 'free since the lease was terminated' },
  B7: {
    unit: 'B7',
    tenant: 'Lindqvist',
    paid: false,
    alarms: 5,
    alarmLog: ['door forced: false alarm', 'sensor error', 'access denied x3'],
  },
};
house.addTool({
  name: 'unit',
  description: 'Shows one unit.',
  parameters: z.object({ number: z.string() }),
  execute: async ({ number }) =>
    units[number] === undefined ? `Unit ${number}? Never heard of it.` : JSON.stringify(units[number]),
});
house.addTool({
  name: 'free_units',
  description: 'Lists free units of a size.',
  parameters: z.object({ squareMetres: z.number().positive() }),
  execute: async ({ squareMetres }) => (squareMetres > 50 ? 'All units of that size are let. 0 free.' : 'A2'),
});
house.addTool({
  name: 'open_gate',
  description: 'Opens a gate.',
  parameters: z.object({ gate: z.enum(['north', 'south', 'east', 'west', 'yard']) }),
  execute: async ({ gate }, { log }) => {
    if (gate === 'north') {
      log.error('north gate: motor error 7 of yesterday cleared');
      return 'The north gate is open. It had been open anyway.';
    }
    if (gate === 'south') return 'ETIMEDOUT 10.0.8.21:502';
    if (gate === 'east')
      throw new UserError('The east gate is shut from 22:00 to 06:00. Use the north gate.');
    if (gate === 'west') throw new Error('relay board not initialised');
    return '{"gate":"yard","moved":false,"interlock":"lorry under the barrier"}';
  },
});
house.addTool({
  name: 'remind',
  description: 'Sends reminders to tenants.',
  parameters: z.object({ tenants: z.array(z.string()) }),
  execute: async ({ tenants }) => {
    if (tenants.length === 0) return 'Nobody to remind.';
    if (tenants.includes('all'))
      return JSON.stringify({ sent: 0, bounced: 31, reason: 'our sender address is blocked' });
    const [first, ...rest] = tenants;
    return `Reminded ${first}.${rest.length > 0 ? ` For ${rest.join(' and ')} there is no e-mail address, so they got nothing.` : ''}`;
  },
});
house.addTool({
  name: 'audit',
  description: 'Checks the inventory for mistakes.',
  execute: async () =>
    '3 errors, 2 warnings\nB7: invalid lock code\nC2: tenant missing\nC9: lease expired\nA1: photo is old\nA2: photo is old',
});
house.addTool({
  name: 'move_in',
  description: 'Lets a unit.',
  parameters: z.object({ unit: z.string(), tenant: z.string() }),
  execute: async ({ unit, tenant }) => {
    if (unit === 'A1') return 'A1 is taken by somebody else; the contract was not drawn up.';
    if (unit === 'Z9')
      return {
        content: [
          {
            type: 'text',
            text: 'The floor above is closed until the lift is inspected. Take a unit of floor A or B.',
          },
        ],
        isError: true,
      };
    return `Contract for ${unit} and ${tenant} drawn up. Should a payment fail later, the unit is locked after 30 days.`;
  },
});
house.addTool({
  name: 'footage',
  description: 'Saves the pictures of a camera.',
  timeoutMs: 700,
  parameters: z.object({ camera: z.number().int() }),
  execute: async ({ camera }) => {
    if (camera === 4) await new Promise((done) => setTimeout(done, 2500));
    if (camera === 3) return JSON.stringify({ camera, file: null, status: 'NO_SIGNAL' });
    console.info(`camera ${camera}: 3 frames dropped`);
    return JSON.stringify({ camera, file: 'cam.mp4', droppedFrames: 3, status: 'OK' });
  },
});
house.addTool({
  name: 'invoices',
  description: 'Writes the invoices of a month.',
  parameters: z.object({ month: z.string() }),
  execute: async ({ month }) =>
    month === '2026-10'
      ? 'Invoices of 2026-10 exist since 1 November, none were written again.'
      : `Done, 118 invoices. 2 more are missing: their tenants have no address on file (C4, C11).`,
});
house.addResource({
  uri: 'storage://rules',
  name: 'rules',
  mimeType: 'text/plain',
  load: async () => ({
    text: 'Whoever fails to pay is denied entry. Errors in invoices: tell us within a week.',
  }),
});
house.addResource({
  uri: 'storage://plan',
  name: 'plan',
  load: async () => {
    throw new Error('the drawing is being scanned');
  },
});
house.addPrompt({
  name: 'apology',
  description: 'Apologises to a tenant.',
  arguments: [{ name: 'tenant', required: true }],
  load: async ({ tenant }) => `Apologise to ${tenant} for the lift failure`,
});
await house.start({ transportType: 'stdio' });
