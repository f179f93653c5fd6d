// The invoice archive of a small firm. Runs with @modelcontextprotocol/sdk 1.26.0 and zod 3.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const json = (value, more) => text(JSON.stringify(value, null, 2), more);
const server = new McpServer({ name: 'invoice-archive', version: '2.4.0' });
const tool = (name, description, inputSchema, run) =>
  server.registerTool(name, { description, inputSchema }, run);

const invoices = [
  { number: 'R-1041', supplier: 'Nordlicht Energie', amount: 812.4, status: 'paid', error: null },
  {
    number: 'R-1042',
    supplier: 'Pumpen Kessler',
    amount: 2310,
    status: 'rejected',
    reason: 'wrong VAT rate',
  },
  { number: 'R-1043', supplier: 'Pumpen Kessler', amount: 2290.5, status: 'approved', error: null },
  {
    number: 'R-1044',
    supplier: 'Webhosting Aalto',
    amount: 59.9,
    status: 'payment_failed',
    reason: 'AC04 account closed',
  },
  { number: 'R-1045', supplier: 'Druckerei Sommer', amount: 640, status: 'open', error: null },
];
const byNumber = (number) => {
  const found = invoices.find((invoice) => invoice.number === number);
  if (found === undefined)
    throw new Error(`Invoice ${number} is not in the archive. Numbers run from R-1041 to R-1045.`);
  return found;
};

tool(
  'search_invoices',
  'Search by supplier or status',
  { supplier: z.string().optional(), status: z.string().optional() },
  ({ supplier, status }) => {
    const hits = invoices.filter(
      (one) => (!supplier || one.supplier.includes(supplier)) && (!status || one.status === status),
    );
    return json({ total: hits.length, invoices: hits });
  },
);
tool('get_invoice', 'One invoice', { number: z.string() }, ({ number }) => json(byNumber(number)));
tool('read_invoice_text', 'The recognised text of an invoice', { number: z.string() }, ({ number }) => {
  if (number === 'R-1045')
    return text('OCR error: page 2 could not be recognised (confidence 0.11). No text extracted.');
  byNumber(number);
  return text(
    'Pumpen Kessler GmbH\nInvoice 88-2071\n\nPos 1  Fault finding, error code E04, pump station 2   3 h   255.00\nPos 2  Replacement of failed pressure sensor             1 pc  148.50\nPos 3  Travel, first visit aborted (no access to site)   1     90.00\n\nPayable within 14 days. Claims after this period are rejected.',
  );
});
tool('store_invoice', 'Store a file of the inbox as an invoice', { file: z.string() }, ({ file }) => {
  if (file.endsWith('.docx'))
    return json({ ok: false, reason: 'Unsupported file type: .docx (allowed: pdf, xml, tiff)' });
  if (file === 'aalto-11.pdf') return json({ status: 'duplicate', file, existing: 'R-1044', stored: false });
  return text(
    `✅ Stored ${file} as R-1046.\n\n⚠️ No order number found on the document; the invoice was filed under "Unassigned".`,
  );
});
tool(
  'validate_einvoice',
  'Check the XML of an electronic invoice against EN 16931',
  { number: z.string() },
  ({ number }) =>
    number === 'R-1042'
      ? json({
          number,
          valid: false,
          errors: [
            { rule: 'BR-CO-15', message: 'Invoice total does not equal the sum of net and VAT' },
            { rule: 'BR-S-08', message: 'VAT category amount mismatch' },
          ],
          warnings: 1,
        })
      : json({ number: byNumber(number).number, valid: true, errors: [], warnings: 0 }),
);
tool('list_overdue', 'Overdue invoices', { supplier: z.string().optional() }, ({ supplier }) =>
  supplier
    ? text(`No overdue invoices for ${supplier}.`)
    : text(
        '| Invoice | Supplier | Due | Days | Remark |\n|---|---|---|---|---|\n| R-1044 | Webhosting Aalto | 2026-11-02 | 18 | transfer failed, account closed |\n| R-1045 | Druckerei Sommer | 2026-11-15 | 5 | disputed: 200 flyers missing |',
      ),
);
tool(
  'approve_invoice',
  'Approve an invoice for payment',
  { number: z.string(), by: z.string() },
  ({ number, by }) => {
    const invoice = byNumber(number);
    if (invoice.status === 'approved')
      return text(`${number} was already approved by M. Lehto on 2026-11-12. No change.`);
    if (by === 'intern')
      return text(`❌ Approval denied: user "intern" is not allowed to approve invoices above 500.00 EUR.`);
    invoice.status = 'approved';
    return text(`✓ ${number} approved by ${by}.`);
  },
);
tool('payment_status', 'What the bank says of the payment', { number: z.string() }, ({ number }) => {
  const { status } = byNumber(number);
  if (status === 'payment_failed')
    return text(
      `Payment of ${number}: RETURNED\nReason: AC04 – account of the payee is closed\nReturned on: 2026-11-04\nNext attempt: none`,
    );
  if (status === 'paid')
    return json({ number, status: 'executed', executed_at: '2026-10-30', rejections: 0, error_code: null });
  return text(`No payment has been initiated for ${number} yet.`);
});
tool(
  'send_queries',
  'Send a query by e-mail to the suppliers of invoices',
  { numbers: z.array(z.string()) },
  ({ numbers }) => {
    const failed = numbers
      .filter((number) => number === 'R-1044')
      .map((number) => ({ number, error: '550 5.1.1 mailbox does not exist' }));
    return json({ sent: numbers.filter((number) => number !== 'R-1044'), failed });
  },
);
tool(
  'export_bookings',
  'Export the bookings of a month for the tax adviser',
  { month: z.string(), target: z.enum(['file', 'portal']), dry_run: z.boolean().default(false) },
  ({ month, target, dry_run }) => {
    if (dry_run)
      return text(
        `Dry run for ${month}: 14 bookings would be exported, 1 would be skipped (no cost account). Nothing was written.`,
      );
    if (target === 'portal')
      return text(
        `Export failed: request to https://portal.tax.example/api/v2/bookings timed out after 30000ms`,
      );
    if (month === '2026-12') return text('No bookings in 2026-12. An empty file was not created.');
    return text(
      `Exported 15 bookings to bookings-${month}.csv.\nWarning: 1 booking has no cost account and went to 1590 (clearing account).`,
    );
  },
);
tool('audit_log', 'Who did what on a day', { date: z.string() }, ({ date }) =>
  date === '2026-11-18'
    ? text(
        '08:02:11 m.lehto    login\n08:02:40 m.lehto    approve R-1043 ok\n09:15:03 intern     login failed (wrong password)\n09:15:31 intern     login\n09:17:58 intern     delete R-1041 DENIED retention\n13:40:20 system     backup finished with 0 errors\n13:41:00 system     ERROR mail import: IMAP connection reset, retried, ok',
      )
    : text(`No entries for ${date}.`),
);
tool('check_vat_id', 'Ask the register for a VAT number', { vat_id: z.string() }, ({ vat_id }) => {
  if (vat_id.startsWith('FI'))
    return json({
      vat_id,
      valid: null,
      error: 'MS_UNAVAILABLE: the service of the member state is not available',
    });
  return json(
    vat_id === 'DE000000000'
      ? { vat_id, valid: false, name: null, checked: '2026-11-20' }
      : { vat_id, valid: true, name: 'Pumpen Kessler GmbH', checked: '2026-11-20' },
  );
});
tool('supplier_card', 'All about a supplier', { name: z.string() }, ({ name }) => {
  if (name === 'Kiosk Bruns') throw new TypeError("Cannot read properties of undefined (reading 'iban')");
  return text(
    `## ${name}\n\n- **Blocked for payment:** yes, since 2026-11-04\n- **Complaints:** 3 (1 rejected, 2 accepted)\n- **Failed deliveries:** 1 of 24\n- **Credit check:** negative\n- **Contact:** no reply to our letter of 10 November`,
  );
});
tool('delete_document', 'Delete a document of the archive', { number: z.string() }, ({ number }) =>
  text(`Cannot delete ${byNumber(number).number}: the retention period ends on 2036-12-31.`),
);
tool('import_queue', 'The state of the import', {}, () =>
  json({
    pending: 0,
    processed_today: 31,
    failed_today: 2,
    last_error: 'scan_0093.tiff: blank page',
    last_error_at: '2026-11-20T07:44:10Z',
    state: 'idle',
  }),
);
tool('import_mailbox', 'Fetch new invoices from a mailbox', { mailbox: z.string() }, ({ mailbox }) => {
  if (mailbox === 'purchasing')
    return json({ error: 'Invalid credentials', code: 'AUTHENTICATIONFAILED', mailbox });
  if (mailbox === 'office') return text('0 new messages.');
  return text(
    'Fetched 3 messages, stored 2 invoices (R-1047, R-1048). 1 newsletter without an invoice was ignored.',
  );
});
tool('test_connections', 'Test the connections of the archive', {}, () =>
  text(
    'Mail server ....... OK (82 ms)\nBank (EBICS) ...... OK (310 ms)\nTax portal ........ FAILED (timeout)\nScanner ........... OK\n\n3 of 4 connections are up.',
  ),
);
tool(
  'tag_invoices',
  'Put a tag on invoices',
  { numbers: z.array(z.string()), tag: z.string() },
  ({ numbers, tag }) => {
    const unknown = numbers.filter((number) => !invoices.some((one) => one.number === number));
    const done = `Tagged ${numbers.length - unknown.length} invoice(s) with "${tag}".`;
    return text(
      unknown.length === 0
        ? done
        : `${done}\nCould not tag: ${unknown.map((number) => `${number} (not found)`).join(', ')}`,
    );
  },
);
tool('compare_order', 'Compare an invoice with its order', { number: z.string() }, ({ number }) => {
  if (number === 'R-1045')
    return text(
      'R-1045 does not match order B-733:\n\n- quantity: ordered 1000, invoiced 1000, delivered 800\n- price: 0.64 instead of 0.60\n\nMissing: delivery note',
    );
  if (number === 'R-1041') return text(`${number} has no order.`, { isError: true });
  return text(`No differences found between ${number} and its order.`);
});
tool('monthly_summary', 'Figures of a month', { month: z.string() }, ({ month }) =>
  text(
    `# ${month}\n\n| | Count | EUR |\n|---|---|---|\n| Received | 31 | 18,204.10 |\n| Approved | 26 | 15,010.70 |\n| Rejected | 3 | 2,810.00 |\n| Failed payments | 1 | 59.90 |\n| Import errors | 2 | – |`,
  ),
);

server.registerResource('retention', 'archive://rules/retention', { mimeType: 'text/markdown' }, (uri) => ({
  contents: [
    {
      uri: uri.href,
      mimeType: 'text/markdown',
      text: '# Retention\n\nInvoices may not be deleted before the end of the tenth year. A deletion that fails the check is refused and logged as DENIED.',
    },
  ],
}));
server.registerPrompt(
  'dispute',
  { description: 'A letter about a wrong invoice', argsSchema: { number: z.string() } },
  ({ number }) => ({
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: `Write a polite letter: invoice ${number} contains errors and is rejected.`,
        },
      },
    ],
  }),
);

console.error('invoice-archive: cache miss, index rebuilt (0 errors)');
await server.connect(new StdioServerTransport());
