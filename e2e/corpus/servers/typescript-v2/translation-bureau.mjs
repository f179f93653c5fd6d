// A translation bureau in 2026-07-28. Runs with @modelcontextprotocol/server 2.2.0 and zod 4.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (value, more) => ({ content: [{ type: 'text', text: value }], ...more });
const json = (value, more) => text(JSON.stringify(value), more);
const phrases = {
  'Fehler 404': 'Error 404: page not found',
  'Zugriff verweigert': 'Access denied. Permission is missing.',
  leer: '',
};
const orders = {
  'T-7': { order: 'T-7', state: 'returned', corrections: 12, errorsPerPage: 0.4, translator: 'A. Brandt' },
  'T-8': { order: 'T-8', state: 'cancelled', cancelledBy: 'customer', refunded: true },
};

serveStdio(() => {
  const bureau = new McpServer({ name: 'translation-bureau', version: '5.0.1' });
  bureau.registerTool(
    'translate',
    { inputSchema: z.object({ phrase: z.string(), to: z.string().length(2) }) },
    ({ phrase, to }) => {
      if (to === 'xx') throw new Error('Nobody here translates into xx. We offer en, fr, it and pl.');
      if (to === 'pl') return text('[translation unavailable: the Polish engine is being restarted]');
      if (to === 'it')
        return json({ phrase, translation: null, engine: 'it-3', detail: 'quota of this month used up' });
      return text(phrases[phrase] ?? `(${to}) ${phrase}`);
    },
  );
  bureau.registerTool('order', { inputSchema: z.object({ number: z.string() }) }, ({ number }) =>
    orders[number] === undefined
      ? json({ order: null, hint: `no order is filed as ${number}` })
      : json(orders[number]),
  );
  bureau.registerTool('find_orders', { inputSchema: z.object({ customer: z.string() }) }, ({ customer }) =>
    json({ customer, total: 0, orders: [], nextCursor: null }),
  );
  bureau.registerTool(
    'proofread',
    {
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({
        ok: z.boolean(),
        issues: z.array(z.object({ severity: z.string(), message: z.string() })),
      }),
    },
    ({ text: proof }) => {
      if (proof === 'crash') return text('Proofreading broke off.');
      const structuredContent = proof.includes('teh')
        ? {
            ok: false,
            issues: [
              { severity: 'error', message: '"teh" is misspelt' },
              { severity: 'warning', message: 'sentence without a verb' },
            ],
          }
        : { ok: true, issues: [] };
      return json(structuredContent, { structuredContent });
    },
  );
  bureau.registerTool('deliver', { inputSchema: z.object({ files: z.array(z.string()) }) }, ({ files }) =>
    json({
      delivered: files.filter((file) => file.endsWith('.docx')),
      undeliverable: files
        .filter((file) => !file.endsWith('.docx'))
        .map((file) => `${file}: virus scanner timed out`),
    }),
  );
  bureau.registerTool('certify', { inputSchema: z.object({ number: z.string() }) }, ({ number }) => {
    if (number === 'T-7')
      return text('T-7 bears the seal since 3 October; certifying it twice changes nothing.');
    if (number === 'T-9')
      return text('You are not entitled to certify T-9, only sworn translators are. It stays uncertified.');
    return text(`Sealing ${number}: java.io.IOException: printer tray 2 empty`);
  });
  bureau.registerTool('invoice', { inputSchema: z.object({ number: z.string() }) }, ({ number }) => {
    if (number === 'T-8')
      return json({ invoice: 'none', due: 0, reason: 'cancelled orders are free of charge' });
    return { content: [], isError: true };
  });
  bureau.registerTool('statistics', {}, () =>
    text(
      'Week 46: 58 jobs, 55 delivered, 2 failed (customer file corrupt), 1 rejected by the customer. Error rate 3.4 %.',
    ),
  );
  bureau.registerTool('typeset', {}, async () => {
    console.error('typeset: Error: font cache missing, building it (harmless)');
    await new Promise((done) => setTimeout(done, 2200));
    return text('typeset, 14 pages');
  });
  bureau.registerTool('print', {}, () => setTimeout(() => process.exit(7), 150) && new Promise(() => {}));
  bureau.registerResource('glossary', 'bureau://glossary', {}, (uri) => ({
    contents: [
      {
        uri: uri.href,
        text: 'abort = abbrechen; failure = Ausfall; exception = Ausnahme; not found = nicht gefunden',
      },
    ],
  }));
  bureau.registerResource('archive', 'bureau://archive', {}, () => {
    throw new Error('archive disk is asleep');
  });
  bureau.registerPrompt('tone', { argsSchema: z.object({ language: z.string() }) }, ({ language }) => ({
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: `Rewrite "Login failed: invalid password" in friendly ${language}` },
      },
    ],
  }));
  return bureau;
});
