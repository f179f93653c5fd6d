import { visibleLine } from '../../base/hidden-characters.ts';
import { isJsonObject } from '../../base/json-value.ts';
import { uniqueName } from '../../base/unique-name.ts';
import type { SessionRecord } from '../../frame/record.ts';
import { eraOf, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import type { RecordingContent } from '../../recording/export/recording-content.ts';
import { toBase64 } from '../../wire/line-text.ts';
import { requestText } from '../raw-editor/template.ts';
import { type Pin, TIER_TEXTS } from './pin.ts';
import { type PinnedCall, type PinnedSession, pinnedSessions } from './pinned-session.ts';
import { jsLiteral, partsOf, secretsIn, textLiteral } from './placeholder.ts';
import { hiddenBytes } from './session-calls.ts';
import type { SuiteFile } from './suite-file.ts';
import { flatText } from './text-pattern.ts';

const UNKNOWN_COMMAND = 'your-server-command';
/** Longer than the client's own 60 s, whose time-out is more informative than the test's. */
const TEST_MS = 70_000;
const MAX_SEQS = 5;

/** The common parts of generated files: TypeScript that only such a file runs. */
const PARTS = import.meta.glob<string>('./vitest-parts/*.txt', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** A recording as a vitest file that pins how each of its calls ended. */
export function* exportVitest({ header, records }: RecordingContent): Generator<string> {
  const sessions = pinnedSessions(records);
  const calls = sessions.flatMap((session) => session.calls.map((call) => ({ session, call })));
  const version = header.app?.version ?? '';
  yield* fileComment(sessions, `Made by Tierscope${version === '' ? '' : ` ${flatText(version)}`}`);
  const byClient = calls.filter(({ call }) => call.line === null);
  yield vitestHead({
    sdk: byClient.some(({ session }) => !session.isModern),
    modern: byClient.some(({ session }) => session.isModern),
    pipe: calls.some(({ call }) => call.line !== null),
  });
  for (const session of sessions) if (session.calls.length > 0) yield* sessionTests(session);
}

type VitestNeeds = {
  readonly sdk: boolean;
  readonly modern: boolean;
  readonly pipe: boolean;
};

function vitestHead({ sdk, modern, pipe }: VitestNeeds): string {
  const from = (names: string, module: string) => `import ${names} from '${module}';`;
  const tests = [...(sdk || modern ? ['afterAll', 'afterEach'] : []), 'describe', 'expect', 'test'];
  const imports = [
    ...(pipe ? [from('{ spawn }', 'node:child_process'), from('{ createInterface }', 'node:readline')] : []),
    ...(modern
      ? [
          from('{ Client as ModernClient, ProtocolError }', '@modelcontextprotocol/client'),
          from('{ StdioClientTransport as ModernTransport }', '@modelcontextprotocol/client/stdio'),
        ]
      : []),
    ...(sdk
      ? [
          from('{ Client }', '@modelcontextprotocol/sdk/client/index.js'),
          from('{ StdioClientTransport }', '@modelcontextprotocol/sdk/client/stdio.js'),
          from('{ McpError, ResultSchema }', '@modelcontextprotocol/sdk/types.js'),
        ]
      : []),
    from(`{ ${tests.join(', ')} }`, 'vitest'),
  ];
  const parts = ['types', 'shapes', ...(sdk ? ['sdk-client'] : []), ...(modern ? ['modern-client'] : [])];
  const texts = [...parts, ...(pipe ? ['pipe'] : [])].map((name) => PARTS[`./vitest-parts/${name}.txt`]);
  return `${imports.join('\n')}\n\n${texts.join('\n')}`;
}

function* fileComment(sessions: readonly PinnedSession[], by: string): Generator<string> {
  const lines = sessions.map(({ label, peers, calls }) => {
    const { server, protocolVersion } = peers;
    const about = [
      ...(server === null ? [] : [`${server.name} ${server.version}`]),
      ...(protocolVersion === null ? [] : [`revision ${protocolVersion}`]),
      calls.length === 1 ? '1 test' : `${calls.length} tests`,
    ];
    return `the session ${JSON.stringify(label)} (${about.join(', ')})`;
  });
  const packages = new Set(
    sessions.map(({ isModern }) => (isModern ? '@modelcontextprotocol/client' : '@modelcontextprotocol/sdk')),
  );
  const names = secretsIn(sessions.map(({ record, calls }) => [commandOf(record), calls]));
  const unpinned = sessions.flatMap((session) => session.unpinned);
  yield comment(`${by} from ${lines.join(' and ')}.`);
  yield comment(
    'Each test stands for all calls that were like it, and pins how they ended: the tier, the code, and the',
  );
  yield comment('shape of an error. * stands for what varies. Of a call that succeeded only that is pinned.');
  yield comment(`Run it with npx vitest run; it needs vitest and ${[...packages].join(' and ')}.`);
  if (names.length > 0) {
    yield comment(
      `Secrets were taken out. Set ${names.join(', ')} in the environment; without one its tests are skipped.`,
    );
  }
  yield '//\n// It starts these programs, each as it was recorded:\n';
  for (const { record, calls } of sessions) if (calls.length > 0) yield comment(`- ${startText(record)}`);
  if (unpinned.length > 0) yield '//\n// Not pinned:\n';
  for (const { title, why, seqs } of unpinned) yield comment(`- ${title} (${places(seqs)}): ${why}`);
  yield '\n';
}

function startText(record: SessionRecord | undefined): string {
  const { command, args, cwd } = commandOf(record);
  return visibleLine(
    `${[command, ...args].map(textLiteral).join(' ')}${cwd === '' ? '' : ` in ${textLiteral(cwd)}`}`,
  );
}

/** A comment line that its text cannot end. */
function comment(text: string): string {
  return `// ${flatText(text)}\n`;
}

/** "#3", "#3, #5 and 4 more". */
export function places(seqs: readonly number[]): string {
  const shown = seqs.slice(0, MAX_SEQS).map((seq) => `#${seq}`);
  const more = seqs.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** "Stands for #3.", "Stands for 2 calls: #3, #5." */
export function standsFor(seqs: readonly number[]): string {
  return seqs.length === 1
    ? `Stands for ${places(seqs)}.`
    : `Stands for ${seqs.length} calls: ${places(seqs)}.`;
}

function commandOf(record: SessionRecord | undefined) {
  const { command = UNKNOWN_COMMAND, args = [], cwd = '' } = record ?? {};
  return { command, args, cwd };
}

function* sessionTests(session: PinnedSession): Generator<string> {
  const { label, record, peers, revision, isModern, isRestarted, calls } = session;
  const { command, args, cwd } = commandOf(record);
  const { env = [] } = record ?? {};
  const place = cwd === '' ? '' : `    cwd: ${envText(cwd)},\n`;
  yield `\ndescribe(${JSON.stringify(label)}, () => {\n`;
  if (record?.command === undefined)
    yield '  // The recording does not say how its server was started: put its command here.\n';
  if (env.length > 0)
    yield `  ${comment(`The server was started with these variables set: ${env.join(', ')}.`)}`;
  yield '  const server: Server = {\n';
  yield `    command: ${envText(command)},\n    args: [${args.map(envText).join(', ')}],\n${place}`;
  yield '    env: process.env as Record<string, string>,\n  };\n';
  if (calls.some(({ line }) => line === null)) {
    const made = isModern ? 'modernClientOf' : 'clientOf';
    const fresh = isRestarted
      ? ', true); // It was restarted while it was recorded: each test has its own.'
      : ', false);';
    yield `  const ask = ${made}(server, ${jsLiteral(peers.clientCapabilities, '  ')}${fresh}\n`;
  }
  if (calls.some(({ line }) => line !== null)) {
    yield `  const opening: string[] = ${jsLiteral(openingTexts(revision), '  ')};\n`;
    yield `  const fence = ${textLiteral(fenceText(revision))};\n`;
  }
  const needed = secretsIn([command, args, cwd]);
  const titles = new Set<string>();
  for (const call of calls) yield testText(call, uniqueName(callTitle(call), titles), needed);
  yield '});\n';
}

/** A string expression: an unset variable yields an empty string. */
function envText(text: string): string {
  const literal = textLiteral(text);
  return literal.startsWith('process.env.') ? `${literal} ?? ''` : literal;
}

/** "tools/call echo ends in a protocol error -32602". */
export function callTitle({ method, target, line, pin }: PinnedCall): string {
  const called = method === '' ? `the line ${(line ?? '').slice(0, 60)}` : `${method} ${target}`.trim();
  const raw = line !== null && method !== '' ? ', sent as a raw line,' : '';
  return flatText(`${called}${raw} ends in ${endText(pin)}`);
}

function endText({ tier, code, structuredCode }: Pin): string {
  const stated = code ?? structuredCode;
  return `${TIER_TEXTS[tier ?? 'ok']}${stated === undefined ? '' : ` ${stated}`}`;
}

function testText(call: PinnedCall, title: string, ofServer: readonly string[]): string {
  const { seqs, line, method, params, afterHandshake, pin } = call;
  const names = [...new Set([...ofServer, ...secretsIn([method, params, line])])];
  const isMissing = names.map((name) => `process.env.${name} === undefined`).join(' || ');
  const head = names.length === 0 ? 'test' : `test.skipIf(${isMissing})`;
  const needs = names.length === 0 ? '' : `, needs ${names.join(' and ')}`;
  const asked =
    line === null
      ? `ask(${textLiteral(method)}${params === undefined ? '' : `, ${jsLiteral(params, '    ')}`})`
      : `piped(server, ${afterHandshake ? 'opening' : '[]'}, ${lineLiteral(line)}${pin.tier === 'silence' ? ', fence' : ''})`;
  return `\n  // ${standsFor(seqs)}\n  ${head}(${JSON.stringify(title + needs)}, async () => {\n    expect(await ${asked}).toEqual(${pinLiteral(pin)});\n  }, ${TEST_MS});\n`;
}

function lineLiteral(line: string): string {
  const bytes = hiddenBytes(line);
  return bytes === undefined
    ? textLiteral(line)
    : `Buffer.from(${JSON.stringify(toBase64(bytes))}, 'base64')`;
}

function pinLiteral({ tier, code, structuredCode, text, data }: Pin): string {
  const members = [
    `tier: ${JSON.stringify(tier)}`,
    ...(code === undefined ? [] : [`code: ${code}`]),
    ...(structuredCode === undefined ? [] : [`structuredCode: ${JSON.stringify(structuredCode)}`]),
    ...(text === undefined ? [] : [`text: like(${JSON.stringify(text)})`]),
    ...(data === undefined ? [] : [`data: ${jsLiteral(data, '    ')}`]),
  ];
  const flat = `{ ${members.join(', ')} }`;
  return flat.length < 80 ? flat : `{\n${members.map((member) => `      ${member},\n`).join('')}    }`;
}

function contextOf(revision: string, id: string) {
  const freshId = JSON.stringify(id);
  return { revision, freshId, usedId: freshId, openId: freshId, tool: '' };
}

function openingTexts(revision: string): readonly string[] {
  if (eraOf(revision) === 'modern') return [];
  const clientInfo = { name: 'suite', version: '1.0.0' };
  const params = {
    protocolVersion: revision === '' ? LAST_INITIALIZE : revision,
    capabilities: {},
    clientInfo,
  };
  return [
    requestText(contextOf(revision, 'opening'), 'initialize', params),
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ];
}

/** A request with the id `fence` that every server of the revision answers. */
function fenceText(revision: string): string {
  return requestText(contextOf(revision, 'fence'), eraOf(revision) === 'modern' ? 'server/discover' : 'ping');
}

/** A recording as a suite: one entry for all calls that were alike and ended alike. */
export function* exportSuite({ records }: RecordingContent): Generator<string> {
  const sessions = pinnedSessions(records);
  const variables = secretsIn(sessions.map(({ calls }) => calls));
  const unpinned = sessions.flatMap((session) => session.unpinned);
  const about = [
    `Made from ${sessions.map(({ label }) => JSON.stringify(label)).join(' and ')}.`,
    ...(variables.length === 0
      ? []
      : ['Secrets were taken out: an entry whose variable is not set in the environment is not asked.']),
    ...unpinned.map(({ title, why, seqs }) => `Not pinned: ${title} (${places(seqs)}): ${why}.`),
  ];
  const entries = sessions.flatMap(({ calls }) => calls.map(entryOf));
  const [revision = '', ...others] = new Set(sessions.map((session) => session.revision));
  const file: SuiteFile = {
    about,
    // Expectations differ by revision, and a server of both eras would otherwise be asked in the newest one.
    ...(revision === '' || others.length > 0 ? {} : { revision }),
    ...(variables.length === 0 ? {} : { variables: [...variables] }),
    entries,
  };
  yield `${JSON.stringify(withVariables(file), null, 2)}\n`;
}

function entryOf(call: PinnedCall): SuiteFile['entries'][number] {
  const { pin, seqs } = call;
  const named = { name: callTitle(call).slice(0, 1000), about: standsFor(seqs) };
  return { ...named, ...askOf(call), expect: expectationOf(pin) };
}

function askOf({ method, params = {}, line, afterHandshake }: PinnedCall) {
  if (line !== null) return { line, ...(afterHandshake ? {} : { handshake: false }) };
  const { name, uri, arguments: given, ...others } = params;
  const isPlain = Object.keys(others).length === 0;
  const own = given === undefined ? {} : { arguments: given };
  if (isPlain && typeof name === 'string' && name !== '' && uri === undefined) {
    if (method === 'tools/call') return { tool: name, ...own };
    if (method === 'prompts/get') return { prompt: name, ...own };
  }
  if (method === 'resources/read' && isPlain && typeof uri === 'string' && uri !== '' && name === undefined)
    return { resource: uri };
  return { method, ...(Object.keys(params).length === 0 ? {} : { params }) };
}

function expectationOf({ tier = 'ok', code, structuredCode, text, data }: Pin) {
  const more = {
    ...(code === undefined ? {} : { code }),
    ...(structuredCode === undefined ? {} : { structuredCode }),
    ...(text === undefined || text === '*' ? {} : { text }),
    ...(data === undefined ? {} : { data: [...data] }),
  };
  return Object.keys(more).length === 0 ? tier : { tier, ...more };
}

/** Replaces redacted parts by `${SECRET_1}` and so on. */
function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return withNames(value);
  if (Array.isArray(value)) return value.map(withVariables);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withNames(key), withVariables(item)]),
  );
}

function withNames(text: string): string {
  const { parts, names } = partsOf(text);
  return parts.map((part, at) => (at === 0 ? part : `\${${names[at - 1]}}${part}`)).join('');
}
