import { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { textOrder } from '../../base/text-order.ts';
import type { Peer } from '../../session/session-facts.ts';
import { type OwnFileProblem, parseOwnFile } from '../../wire/own-file.ts';
import builtIn from './hosts.json' with { type: 'json' };
import { type Provider, type ToolListRow, toolRowSchemas } from './tool-row.ts';
import builtInTools from './tool-rows.json' with { type: 'json' };

/** A row with its origin: a user's own rows outrank the built-in ones. */
export type TableRow = HostRow & { readonly own: boolean };

/** The host table: the built-in file, overlaid with a user's own files. */
export type HostTable = {
  readonly hosts: readonly HostEntry[];
  readonly rows: readonly TableRow[];
  /** The tool APIs of models. */
  readonly providers: readonly Provider[];
  /** How hosts and providers treat the tools in a list. */
  readonly toolRows: readonly (ToolListRow & { readonly own: boolean })[];
};

/** The additions in a user's file. */
export type OwnHosts = {
  readonly hosts: readonly HostEntry[];
  readonly rows: readonly HostRow[];
  readonly providers?: readonly Provider[];
  readonly toolRows?: readonly ToolListRow[];
};

export type OwnHostFiles = {
  readonly folder: string;
  readonly files: readonly OwnHosts[];
  readonly problems: readonly OwnFileProblem[];
};

let checked: readonly OwnHosts[] | undefined;

/** The built-in files; validated on first use, since every start loads them and few need them. */
function builtInHosts(): readonly OwnHosts[] {
  checked ??= [builtIn, builtInTools].map((file) => hostFileSchema.parse(file));
  return checked;
}

let builtInTable: HostTable | undefined;

/** The built-in table, preceded by the rows and hosts of a user's files. */
export function hostTable(own: readonly OwnHosts[] = []): HostTable {
  if (own.length > 0) return tableWith(own);
  builtInTable ??= tableWith([]);
  return builtInTable;
}

function tableWith(own: readonly OwnHosts[]): HostTable {
  const files = [...own, ...builtInHosts()];
  const byId = new Map<string, HostEntry>();
  for (const entry of files.flatMap(({ hosts }) => hosts)) {
    const { clients = [], limits = [], waits = [], requests = [], ...known } = byId.get(entry.id) ?? {};
    byId.set(entry.id, {
      ...entry,
      ...known,
      clients: [...clients, ...entry.clients],
      limits: [...limits, ...entry.limits],
      waits: [...waits, ...entry.waits],
      requests: [...requests, ...entry.requests],
    });
  }
  const ofFile = (file: OwnHosts) => ({ own: own.includes(file) });
  const rows = files.flatMap((file) => file.rows.map((row) => ({ ...row, ...ofFile(file) })));
  const toolRows = files.flatMap((file) => (file.toolRows ?? []).map((row) => ({ ...row, ...ofFile(file) })));
  const hosts = [...byId.values()].sort((a, b) => textOrder(a.name.toLowerCase(), b.name.toLowerCase()));
  return { hosts, rows, providers: files.flatMap(({ providers = [] }) => providers), toolRows };
}

/** Parses a user's host file. Every problem is one sentence with its place and the fix. */
export function parseOwnHosts(text: string): Result<OwnHosts, readonly string[]> {
  const parsed = parseOwnFile(text, hostFileSchema);
  if (!parsed.ok) return parsed;
  const { $schema: _, ...file } = parsed.value;
  const files = [...builtInHosts(), file];
  const known = new Set(files.flatMap(({ hosts }) => hosts).map(({ id }) => id));
  const taking = new Set([...known, ...files.flatMap(({ providers = [] }) => providers).map(({ id }) => id)]);
  const unknown = (place: string, id: string) =>
    `At ${place}: there is no host "${id}". Add it to hosts, or correct its spelling.`;
  const problems = [
    ...file.rows.flatMap(({ host }, at) => (known.has(host) ? [] : [unknown(`rows[${at}].host`, host)])),
    ...file.toolRows.flatMap(({ of }, at) => (taking.has(of) ? [] : [unknown(`toolRows[${at}].of`, of)])),
  ];
  return problems.length > 0 ? err(problems.slice(0, 20)) : ok(file);
}

/** The hosts whose clients introduce themselves this way (MCP 2025-11-25, basic/lifecycle, `clientInfo`). */
export function hostsOfClient({ hosts }: Pick<HostTable, 'hosts'>, client: Peer): readonly HostEntry[] {
  return hosts.filter(({ clients }) => clients.some((known) => isNamed(known.name, client.name)));
}

const ANY_SERVER = '{server}';

/** True if a client's name matches a table's pattern, in which a final `{server}` stands for any text. */
export function isNamed(pattern: string, name: string): boolean {
  return pattern.endsWith(ANY_SERVER)
    ? name.startsWith(pattern.slice(0, -ANY_SERVER.length))
    : name === pattern;
}

/** The one host whose client introduces itself this way; undefined if none or several do. */
export function hostOfClient({ hosts }: HostTable, client: Peer): HostEntry | undefined {
  const [found, ...others] = hostsOfClient({ hosts }, client);
  return others.length > 0 ? undefined : found;
}

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case words with hyphens, such as "claude-code"')
  .max(64);
const words = z.string().max(2000);
const source = z.string().trim().min(1).max(300).describe('An issue, a page, or a file at a commit.');
const asOf = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'write a day, a month or a year, such as "2026-09-22"')
  .describe('When the source says so.');
const version = z.string().trim().min(1).max(50);

const clientRow = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('clientInfo.name as the host sends it; {server} at its end stands for any text.'),
  version: z.string().max(200).optional().describe('What it sends as clientInfo.version.'),
  ownVersion: z
    .boolean()
    .optional()
    .describe('True if that is the version of the host; left out if it is another, or not known.'),
  source,
  asOf,
});

const evidence = z.enum(['measured', 'source-code', 'documented', 'reported']);
const versions = z
  .strictObject({ from: version.optional(), until: version.optional() })
  .optional()
  .describe('The versions it holds for, both ends included; left out if no source names one.');

const resultLimit = z.strictObject({
  versions,
  answer: z.enum(['tool-error', 'success']).optional().describe('Of which results; of both if left out.'),
  media: z
    .boolean()
    .optional()
    .describe('Of results with an image or audio block, or without; of any if left out.'),
  most: z.int().positive(),
  unit: z.enum(['characters', 'bytes', 'tokens', 'lines', 'items']).describe('items: blocks of content.'),
  warnsAbove: z.int().positive().optional().describe('From where on the host warns, in the same unit.'),
  beyond: z
    .enum(['cut', 'file', 'error'])
    .describe('Whether a larger result is cut, put into a file, or an error.'),
  head: z.int().nonnegative().optional().describe('How much of the beginning of a cut text is kept.'),
  tail: z.int().nonnegative().optional().describe('How much of the end stays.'),
  words: words
    .optional()
    .describe(
      "The host's own words in place of what is lost; {count} is how many characters the result has.",
    ),
  evidence,
  source,
  asOf,
  note: z.string().trim().max(300).optional(),
});

const said = { evidence, source, asOf, note: z.string().trim().max(300).optional() };

const wait = z.strictObject({
  versions,
  seconds: z.int().positive().describe('How long a call of a tool may take by default.'),
  progress: z
    .enum(['restarts', 'ignored'])
    .optional()
    .describe('Whether progress restarts the clock; left out if no source says.'),
  ...said,
});

const request = z.strictObject({
  versions,
  method: z
    .string()
    .min(1)
    .max(100)
    .describe('A request of the server, or a list that the host would ask for.'),
  does: z
    .enum(['refuses', 'answers', 'swallows', 'never-asks'])
    .describe(
      'answers: by itself, without its user; swallows: the server gets no answer; never-asks: of a list.',
    ),
  says: z.string().trim().min(1).max(200).optional().describe('What the server gets, in a few words.'),
  ...said,
});

const hostEntry = z.strictObject({
  id: id.describe('A short id in kebab-case.'),
  name: z.string().trim().min(1).max(100).describe('The name that the screen shows.'),
  clients: z.array(clientRow).max(20).default([]).describe('The names by which it introduces itself.'),
  limits: z
    .array(resultLimit)
    .max(20)
    .default([])
    .describe('How large a result of a tool may be by default.'),
  waits: z.array(wait).max(20).default([]).describe('How long the host waits for a result of a tool.'),
  requests: z
    .array(request)
    .max(50)
    .default([])
    .describe("What a server asks or offers that the host's user does not see."),
  model: z
    .strictObject({ provider: id, form: z.string().max(80).default('{tool}'), source, asOf })
    .optional()
    .describe(
      'The provider to which it gives the tools, if it is always the same; form is how it names a tool there.',
    ),
});

export const BLOCK_KINDS = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

const asJson = z
  .enum(['json', 'indented-json', 'python-json'])
  .default('json')
  .describe('python-json: as json.dumps writes it, with spaces and without letters beyond ASCII');
const escaped = z
  .literal('json')
  .optional()
  .describe('The text stands inside a JSON string, with its quotes and line ends escaped.');

const piece = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('words'),
    text: words.describe(
      "The host's own words, verbatim; {tool} is the called tool, {type} and {mimeType} its first block's.",
    ),
  }),
  z.strictObject({ part: z.literal('message'), escape: escaped }),
  z.strictObject({ part: z.literal('code') }),
  z.strictObject({ part: z.literal('data'), as: asJson }),
  z.strictObject({
    part: z.literal('content'),
    kinds: z.array(z.enum(BLOCK_KINDS)).min(1).optional().describe('Which blocks; all if left out.'),
    blocks: z.enum(['all', 'first']).default('all').describe('first: the first block of the list only.'),
    as: z
      .enum(['text', 'block', 'json', 'json-list'])
      .default('text')
      .describe('text of text blocks, blocks as such, each as JSON, or the list as one JSON text'),
    escape: escaped,
    between: words.default('\n').describe('What stands between two texts.'),
    otherwise: words
      .optional()
      .describe('What stands for a block of another kind; {type}, {mimeType} and {uri} are filled in.'),
  }),
  z.strictObject({ part: z.literal('structuredContent'), as: asJson }),
  z.strictObject({ part: z.literal('result').describe('The whole result as JSON.') }),
]);

const sent = z.strictObject({
  answer: z.enum(['protocol-error', 'tool-error', 'success']),
  method: z.string().max(100).default('tools/call'),
  data: z.boolean().optional().describe('Whether the error has data.'),
  text: z.boolean().optional().describe('Whether the result has a text block.'),
  blocks: z.enum(['none', 'one', 'several']).optional().describe('How many blocks content has.'),
  media: z.boolean().optional().describe('Whether it has an image or audio block.'),
  resources: z.boolean().optional().describe('Whether it has a resource or a link to one.'),
  structuredContent: z.boolean().optional().describe('Whether the result has structuredContent.'),
});

const hostRow = z.strictObject({
  host: id.describe('The id of the host.'),
  versions,
  when: sent.describe('What the server sent; a member that is left out stands for any.'),
  gets: z.array(piece).max(30).describe('What the model gets, in this order; empty for nothing.'),
  cutAfter: z.int().positive().optional().describe('A longer text is cut after this many units.'),
  cutUnit: z.enum(['characters', 'bytes', 'lines', 'tokens']).optional(),
  cutHead: z
    .int()
    .nonnegative()
    .optional()
    .describe('How much of the beginning stays; all of cutAfter if left out.'),
  cutTail: z.int().nonnegative().optional().describe('How much of the end stays; nothing if left out.'),
  cutWords: words
    .optional()
    .describe('What the host says of the cut, in its place; {count} is how many characters it cut.'),
  evidence,
  source,
  asOf,
  note: z.string().trim().max(300).optional(),
});

const { provider, toolRow } = toolRowSchemas({ id, evidence, versions, source, asOf });

/** A JSON file on what hosts pass to the model, built-in or a user's. Unknown members are rejected. */
export const hostFileSchema = z.strictObject({
  $schema: z.string().optional(),
  hosts: z.array(hostEntry).max(500).default([]),
  rows: z.array(hostRow).max(5000).default([]),
  providers: z.array(provider).max(100).default([]),
  toolRows: z.array(toolRow).max(2000).default([]),
});

/** A host file as written: members with a default may be omitted. */
export type HostTableFile = z.input<typeof hostFileSchema>;

export type HostEntry = z.output<typeof hostEntry>;
/** A table row: the parts of an answer that a host passes on, with the source. */
export type HostRow = z.output<typeof hostRow>;
/** How long a host waits, and what its user never sees, each with the source. */
export type HostWait = HostEntry['waits'][number];
export type HostRequest = HostEntry['requests'][number];
/** A host's limit on the size of a result, with the source. */
export type ResultLimit = HostEntry['limits'][number];
/** The answers that a row applies to. */
export type SentKind = HostRow['when'];
export type HostPiece = HostRow['gets'][number];
