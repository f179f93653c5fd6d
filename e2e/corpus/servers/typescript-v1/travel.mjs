// A travel agency whose tools report problems in successful results. Runs with @modelcontextprotocol/sdk 1.32.2 and zod 3.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const trips = {
  oslo: 'Flight OS 12 was cancelled by the airline and rebooked to OS 14 without charge.',
  rome: 'AxiosError: Request failed with status code 401',
  bern: '{"code":0,"message":"success","data":{"seats":4}}',
  lima: '{"statusCode":404,"message":"Route not found","error":"Not Found"}',
  kiev: 'Visa rules: entry is denied without a passport. Errors in the form lead to rejection.',
  bonn: 'Unable to reach the booking service. Please try again later.',
  york: '[]',
  nice: '{"bookings":[],"total":0,"message":"no bookings found"}',
  riga: 'Invalid API key provided: trav_****. You can find your key in the dashboard.',
  cork: '{"error":null,"result":"train 8, platform 2"}',
  metz: 'null',
  graz: '{"success":true,"failedAttempts":2,"booking":"G-77"}',
  pisa: 'The tower tour is sold out until May; the museum has free tickets.',
  hilo: '{"status":"FAILED","job":"h-3","log":"no crew"}',
  wien: 'Booked 4 of 5 rooms. Could not book room 12: already taken.',
  gent: '# Known issues\n\n- Error 500 on the old site (fixed)\n- Time-outs on Sundays (fixed)',
  suva: "Error: ENOENT: no such file or directory, open '/var/travel/suva.json'",
  baku: '{"results":[{"leg":1,"error":"no seat"},{"leg":2,"error":"no seat"}]}',
  faro: 'Your request was rate limited (429). Retry after 12 seconds.',
  tula: 'Success! The failed payment of March was refunded.',
  brno: 'permission denied for table bookings',
  ulm: 'request to https://rail.example/ulm failed, reason: getaddrinfo ENOTFOUND rail.example',
};
const server = new McpServer({ name: 'travel-agency', version: '1.9.0' });
server.registerTool('plan_trip', { inputSchema: { city: z.string() } }, ({ city }) => ({
  content: [{ type: 'text', text: trips[city] ?? `No trips to ${city} on this date.` }],
}));
server.registerTool('book_all', {}, () => ({
  content: [{ type: 'text', text: 'see the structured result' }],
  structuredContent: {
    results: [
      { trip: 'oslo', ok: true },
      { trip: 'lima', ok: false, error: 'no route' },
    ],
  },
}));
server.registerTool('cancel_all', {}, () => ({
  content: [{ type: 'text', text: '{"success":false}' }],
  structuredContent: { success: false, reason: 'the agency is closed' },
}));
server.registerTool('check_card', {}, () => ({
  content: [{ type: 'text', text: 'The card is invalid: it expired in 2024.' }],
  structuredContent: { valid: false, reason: 'expired' },
}));
await server.connect(new StdioServerTransport());
