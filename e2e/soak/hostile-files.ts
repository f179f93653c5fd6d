import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import type { KnownRecord } from '../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import type { ForeignFormatName } from '../../app/recording/import/formats.ts';
import { NO_HEADER } from '../../app/recording/recording-reader.ts';
import { importSampleNames, sampleFile } from '../../app/recording/testing/import-samples.ts';

/** A file that no tool writes, or that is extremely large; `make` creates it at a free path. */
export type HostileFile = {
  readonly name: string;
  /** The file's extension, which may determine its format. */
  readonly ending: string;
  readonly make: (path: string) => void;
};

const MB = 1_000_000;

/** Every hostile file that the soak run opens. */
export function hostileFiles(): HostileFile[] {
  return [
    ...Object.entries(RECORDINGS).map(([name, records]) => recording(name, records)),
    ...Object.entries(LINES).map(([name, lines]) => written(name, '.tierscope.jsonl', lines)),
    ...Object.entries(PLACES).map(([name, make]) => ({ name, ending: '.tierscope.jsonl', make })),
    ...importSampleNames().map(bigBatch),
    ...Object.entries(DOCUMENTS).map(([name, [ending, pieces]]) => written(name, ending, pieces)),
  ];
}

function written(name: string, ending: string, pieces: () => Iterable<string>): HostileFile {
  return {
    name,
    ending,
    make: (path) => {
      const file = openSync(path, 'wx');
      let block = '';
      for (const piece of pieces()) {
        block += piece;
        if (block.length < MB) continue;
        writeSync(file, block);
        block = '';
      }
      writeSync(file, block);
      closeSync(file);
    },
  };
}

function recording(name: string, records: () => Iterable<KnownRecord>): HostileFile {
  return written(name, '.tierscope.jsonl', function* () {
    yield `${encodeHeader(NO_HEADER)}\n`;
    for (const record of records()) yield `${encodeRecord(record)}\n`;
  });
}

/** Another tool's file with a batch of a megabyte: some formats have no frame per message of a batch. */
function bigBatch(name: ForeignFormatName): HostileFile {
  const batch = `[${Array.from({ length: 20_000 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`).join(',')}]`;
  const ending = name === 'har' ? '.har' : name === 'mcp-vcr' ? '.yaml' : '.jsonl';
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  return written(`a batch of a megabyte, ${name}`, ending, () => [sampleFile(name, [answer, batch, answer])]);
}

function* times<Item>(count: number, item: (index: number) => Item): Iterable<Item> {
  for (let index = 0; index < count; index += 1) yield item(index);
}

const list = (count: number, item: (index: number) => string): string =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`;
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const session = (seq: number, name = 's1'): KnownRecord => ({
  type: 'session',
  seq,
  at: seq,
  session: name,
  label: 'hostile',
  origin: 'connect',
});
const asked = (seq: number, raw: string, name = 's1'): KnownRecord => ({
  type: 'frame',
  seq,
  at: seq,
  session: name,
  direction: 'client-to-server',
  raw,
});
const told = (seq: number, raw: string, name = 's1'): KnownRecord => ({
  ...asked(seq, raw, name),
  type: 'frame',
  session: name,
  direction: 'server-to-client',
  raw,
});
const call = (id: number, args = '{}'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"weigh","arguments":${args}}}`;
const answer = (id: number, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const blocks = (items: string): string => `{"content":${items}}`;
const tool = (index: number): string => `{"name":"t${index}","inputSchema":{"type":"object"}}`;
/** One session whose only call has this answer. */
const answered =
  (result: () => string): (() => Iterable<KnownRecord>) =>
  () => [session(1), asked(2, call(1)), told(3, answer(1, result()))];
/** One session whose client has listed tools, with this answer. */
const listed =
  (tools: () => string): (() => Iterable<KnownRecord>) =>
  () => [
    session(1),
    asked(2, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
    told(3, answer(1, `{"tools":${tools()}}`)),
  ];

const RECORDINGS: Readonly<Record<string, () => Iterable<KnownRecord>>> = {
  'fifty thousand sessions': () =>
    times(100_000, (at) =>
      at % 2 === 0
        ? session(at, `s${at}`)
        : asked(at, '{"jsonrpc":"2.0","id":1,"method":"ping"}', `s${at - 1}`),
    ),
  'three hundred thousand calls': () =>
    times(600_000, (at) => (at % 2 === 0 ? asked(at, call(at)) : told(at, answer(at - 1, blocks('[]'))))),
  'a hundred thousand errors of their own codes': () =>
    times(200_000, (at) =>
      at % 2 === 0
        ? asked(at, call(at))
        : told(at, `{"jsonrpc":"2.0","id":${at - 1},"error":{"code":${at},"message":"m${at}"}}`),
    ),
  'two hundred thousand tools in one page': listed(() => list(200_000, tool)),
  'a million tools in pages': () =>
    [
      session(0),
      ...times(1000, (page) => [
        asked(
          2 * page + 1,
          `{"jsonrpc":"2.0","id":${page},"method":"tools/list","params":{"cursor":"${page}"}}`,
        ),
        told(
          2 * page + 2,
          answer(page, `{"tools":${list(1000, (at) => tool(1000 * page + at))},"nextCursor":"${page + 1}"}`),
        ),
      ]),
    ].flat(),
  'a hundred thousand schemas': listed(() =>
    list(
      100_000,
      (at) =>
        `{"name":"t${at}","inputSchema":{"type":"object","properties":{"a":{"enum":[1,2]}},"required":["a"]}}`,
    ),
  ),
  'an evil pattern and what it hangs on': () => [
    session(0),
    asked(1, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
    told(
      2,
      answer(
        1,
        '{"tools":[{"name":"weigh","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}}]}',
      ),
    ),
    asked(3, call(2, `{"a":"${'a'.repeat(40)}!"}`)),
    told(4, answer(2, blocks('[]'))),
  ],
  'two million levels': answered(() => deep(2_000_000)),
  'structured content of ten thousand levels': answered(
    () => `{"content":[],"structuredContent":${deep(10_000)}}`,
  ),
  'fifty thousand text blocks': answered(() =>
    blocks(list(50_000, (at) => `{"type":"text","text":"block ${at}"}`)),
  ),
  'a text of thirty megabytes': answered(() =>
    blocks(`[{"type":"text","text":"${'word '.repeat(6 * MB)}"}]`),
  ),
  'a picture of thirty megabytes': answered(() =>
    blocks(`[{"type":"image","mimeType":"image/png","data":"${'AAAA'.repeat(7_500_000)}"}]`),
  ),
  'half a million members': answered(
    () => `{"content":[],"structuredContent":{${list(500_000, (at) => `"k${at}":${at}`).slice(1, -1)}}}`,
  ),
  'a batch of odd ids': () => [
    session(0),
    told(
      1,
      list(20_000, (at) => `{"jsonrpc":"2.0","id":${at}.5,"result":{}}`),
    ),
  ],
  'five thousand batches of answers': () => [
    session(0),
    ...times(5000, (at) =>
      told(
        at + 1,
        list(50, (id) => answer(50 * at + id, '{}')),
      ),
    ),
  ],
  'thousands of secrets': () =>
    times(6000, (at) =>
      at % 2 === 0
        ? asked(at, call(at, `{"password":"secret-${at}-${'x'.repeat(20)}"}`))
        : told(at, answer(at - 1, blocks(`[{"type":"text","text":"secret-${at - 1}-${'x'.repeat(20)}"}]`))),
    ),
  'one id used a hundred thousand times': () =>
    times(200_000, (at) => (at % 2 === 0 ? asked(at, call(1)) : told(at, answer(1, blocks('[]'))))),
  'a hundred thousand open calls': () => times(100_000, (at) => asked(at, call(at))),
  'half a million lines of stderr': () =>
    times(500_000, (at) => ({ type: 'stderr', seq: at, at, session: 's1', text: `\u001b[31mline ${at}` })),
  'a stack trace of twenty megabytes': () => [
    session(0),
    {
      type: 'stderr',
      seq: 1,
      at: 1,
      session: 's1',
      text: `Error: boom\n${'    at f (a.js:1:1)\n'.repeat(MB)}`,
    },
  ],
  'a hundred thousand marks': () => [
    session(0),
    ...times(100_000, (at): KnownRecord => ({ type: 'mark', seq: at + 1, at, label: `mark ${at}` })),
  ],
  'a million other methods': () =>
    times(300_000, (at) => told(at, `{"jsonrpc":"2.0","method":"acme/n${at}","params":{}}`)),
};

const HEAD = `${encodeHeader(NO_HEADER)}\n`;
/** Lines that no encoder would write. */
const LINES: Readonly<Record<string, () => Iterable<string>>> = {
  'a member of twenty thousand levels': () => [
    HEAD,
    `{"type":"frame","seq":1,"at":1,"session":"s1","direction":"client-to-server","raw":"{}","acme":${deep(20_000)}}\n`,
    `${encodeRecord(asked(2, call(1)))}\n`,
  ],
  'a million empty lines': () => [HEAD, '\n'.repeat(MB)],
  'a million lines of no JSON': () => [HEAD, ...times(MB, (at) => `line ${at}\n`)],
  'a line of a hundred megabytes': () => [HEAD, ...times(100, () => 'x'.repeat(MB)), '\n'],
  'fifty megabytes of zeros': () => times(50, () => '\0'.repeat(MB)),
  'a header of thirty megabytes': () => [
    HEAD.replace('{', `{"acme":"${'x'.repeat(30 * MB)}",`),
    `${encodeRecord(asked(1, call(1)))}\n`,
  ],
  'numbers beyond all': () => [
    HEAD,
    '{"type":"frame","seq":1e999,"at":-1e999,"session":"s1","direction":"client-to-server","raw":"{}"}\n',
    '{"type":"frame","seq":9007199254740993,"at":1e300,"session":"s1","direction":"client-to-server","raw":"{}"}\n',
    `${encodeRecord(asked(3, call(1)))}\n`,
  ],
  'records in no order': () => [
    HEAD,
    ...times(100_000, (at) => `${encodeRecord(asked((at * 7919) % 100_003, call(at)))}\n`),
  ],
  'a record cut off in the middle': () => [HEAD, encodeRecord(asked(1, call(1))).slice(0, 50)],
  'lines of open brackets': () => [HEAD, ...times(2000, () => `${'['.repeat(1000)}\n`)],
  'members with the names of the language': () => [
    HEAD,
    '{"type":"frame","seq":1,"at":1,"session":"__proto__","direction":"client-to-server","raw":"{}","__proto__":{"a":1}}\n',
    `${encodeRecord(asked(2, '{"jsonrpc":"2.0","id":"__proto__","method":"constructor","params":{"toString":1}}', 'toString'))}\n`,
  ],
};

/** Paths that are not data files at all. */
const PLACES: Readonly<Record<string, (path: string) => void>> = {
  'a pipe that nobody writes to': (path) => void spawnSync('mkfifo', [path]),
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a folder': (path) => mkdirSync(path),
  'an empty file': (path) => closeSync(openSync(path, 'wx')),
};

const DOCUMENTS: Readonly<Record<string, readonly [ending: string, pieces: () => Iterable<string>]>> = {
  'forty thousand open objects': ['.json', () => ['{"a":'.repeat(40_000)]],
  'forty thousand open lists of YAML': ['.yaml', () => ['- '.repeat(40_000)]],
  'YAML that doubles with each line': [
    '.yaml',
    () => [
      'meta: {recorded_at: "2026-05-18T10:15:00.000Z", session_id: s}\na0: &a0 [x, x]\n',
      ...times(40, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`),
      'messages:\n  - {t: 0, dir: c2s, payload: *a40}\n',
    ],
  ],
  'a web archive of fifty thousand entries': [
    '.har',
    () => [
      sampleFile(
        'har',
        Array.from({ length: 50_000 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`),
      ),
    ],
  ],
};
