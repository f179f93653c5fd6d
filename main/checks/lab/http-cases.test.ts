import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LogAnalyzer } from '../../../app/analysis/log-analyzer.ts';
import { explanationText } from '../../../app/explain/final-stderr.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { ReportBuilder } from '../../../app/report/build-report.ts';
import type { SessionReport } from '../../../app/report/report.ts';
import { tappedAddress } from '../../tap/testing/tapped-address.ts';
import { LabHttp, listenLab } from './lab-http.ts';
import { startStreamLab } from './run-lab.ts';
import { type CaseAddresses, CONNECTION_CASES, silentHost } from './testing/connection-cases.ts';
import { FINE_CASES } from './testing/fine-cases.ts';
import { type Driven, first } from './testing/http-case.ts';
import { MESSAGE_CASES } from './testing/message-cases.ts';
import { RawClient } from './testing/raw-client.ts';
import { REFUSAL_CASES } from './testing/refusal-cases.ts';

type Shown = Record<'tier' | 'where' | 'code' | 'says', string> & { readonly status: number };
type Seen = SessionReport & { readonly rows: ReadonlyMap<number, Shown> };

type Lab = Awaited<ReturnType<typeof listenLab>>;
let lab: Lab;
let labHttp: LabHttp;

beforeAll(async () => {
  labHttp = new LabHttp((stdin, stdout) => startStreamLab(stdin, stdout, []));
  lab = await listenLab(labHttp, 0);
});
afterAll(() => lab.close());

/** The report on a raw client's traffic with this address through the tap, and what the window shows of it. */
async function reported(place: string, drive: Driven, isOpen = false): Promise<Seen> {
  const options = { ca: lab.ca, keepsOrigin: isOpen, connectMs: 1000 };
  const tap = await tappedAddress(place, options);
  // A foreign origin never passes the gate, so this server has none.
  const open = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    tap.take(request, response, Buffer.concat(chunks));
  });
  if (isOpen) await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  const port = isOpen ? (open.address() as AddressInfo).port : tap.port;
  await drive(new RawClient(tap.url.replace(`:${tap.port}/`, `:${port}/`)));
  await expect.poll(() => tap.openExchanges()).toBe(0);
  await tap.close();
  open.close();
  const builder = new ReportBuilder();
  for (const [index, record] of tap.records.entries()) builder.take(record, index + 2);
  const [session] = builder.finish('lab', 'tierscope', []).sessions;
  if (session === undefined) throw new Error('no session');
  return { ...session, rows: shownRows(tap.records) };
}

/** Each failure in the window: its row, and its explanation. */
function shownRows(records: readonly KnownRecord[]): ReadonlyMap<number, Shown> {
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table);
  for (const record of records) analyzer.take(record);
  analyzer.finish();
  const failures = analyzer.sessionNames.flatMap((name) => [...analyzer.session(name).failures()]);
  return new Map(
    failures.map((kept) => {
      const { tier = '', where = '', status = 0, code = '' } = table.row(table.indexOf(kept.seq)) ?? {};
      return [kept.seq, { tier, where, status, code, says: explanationText(explainStored(kept, [])) }];
    }),
  );
}

const atPath = (path: string) => lab.addresses.plain?.replace(/\/mcp$/, path) ?? '';

/** Cases of which no official client was measured: a tool error is an answer like any other. */
const UNMEASURED: readonly number[] = [42];
const CLIENT = 'TypeScript SDK 2';

describe('a fault of HTTP that the lab provokes', () => {
  test.each(Object.entries({ ...REFUSAL_CASES, ...MESSAGE_CASES }))(
    'case %s',
    async (number, { at, drive, is, cause, says, rules = [] }) => {
      const { errors, findings, rows } = await reported(atPath(at), drive);
      const [tier, where, status, code, actor] = is;
      const error = errors.findLast((one) => one.tier === tier && one.http?.status === status);
      const text = typeof says === 'string' ? says : expect.stringMatching(says);
      expect({
        ...{ tier: error?.tier, where: error?.http?.where ?? '', status: error?.http?.status },
        ...{ code: error?.code, actor: error?.acts, cause: error?.cause, says: error?.explanation },
      }).toEqual({ tier, where, status, code, actor, cause, says: text });
      const shown = { tier, where, status, code: String(code ?? ''), says: text };
      expect(rows.get(error?.seq ?? 0)).toEqual(shown);
      const found = findings.map(({ rule, side }) => `${rule} ${side}`);
      for (const rule of rules) expect(found).toContain(rule);
      const clients = error?.clients?.clients.map(({ name }) => name) ?? [];
      expect(clients).toEqual(UNMEASURED.includes(Number(number)) ? [] : expect.arrayContaining([CLIENT]));
    },
  );
});

describe('a connection that fails', () => {
  test.each(Object.entries(CONNECTION_CASES))('case %s', async (number, of) => {
    const silent = number === '3' ? await silentHost() : undefined;
    onTestFinished(() => silent?.end());
    const addresses = { ...lab.addresses, silent: silent?.address ?? '' } as CaseAddresses;
    const { errors, rows } = await reported(of.address(addresses), of.drive ?? first);
    const error = errors.find((one) => one.tier === 'transport');
    const says = typeof of.says === 'string' ? of.says : expect.stringMatching(of.says);
    expect([error?.http?.where, error?.http?.status, error?.acts]).toEqual([of.where, null, of.actor]);
    expect([error?.cause, error?.explanation]).toEqual([of.cause, says]);
    expect(error?.name).toMatch(new RegExp(of.codes));
    // How a client ends a connection that is never made was not measured.
    expect(error?.clients?.clients.map(({ name }) => name) ?? []).toHaveLength(number === '3' ? 0 : 4);
    const shown = { tier: 'transport', where: of.where, status: 0, says };
    expect(rows.get(error?.seq ?? 0)).toEqual({
      ...shown,
      code: expect.stringMatching(new RegExp(`^(?:${of.codes})$`)),
    });
  });
});

describe('what is no error over HTTP', () => {
  test.each(Object.entries(FINE_CASES))('case %s', async (number, { at, drive, rules = [] }) => {
    const { errors, counts, findings } = await reported(atPath(at), drive);
    expect(errors).toEqual([]);
    // The request that caused the token to be fetched has no answer of its own.
    expect(counts.unanswered).toBe(number === '56' ? 1 : 0);
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
  });

  test('case 29', async () => {
    const foreign: Driven = async (client) => {
      await client.initialize();
      await client.call('ok-text', { Origin: 'https://evil.example' });
    };
    const { errors, findings } = await reported(await unguarded(), foreign, true);
    expect(errors).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain('H09');
  });
});

/** The lab without its gate, which no foreign origin passes. */
async function unguarded(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    labHttp.take(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
