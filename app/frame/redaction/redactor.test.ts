import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../record.ts';
import { Redactor, redactRecords } from './redactor.ts';

function hits(records: readonly KnownRecord[]) {
  const redactor = new Redactor();
  for (const record of records) redactor.learn(record);
  return records.flatMap((record) => redactor.hits(record));
}

const GITHUB = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P';

function frame(raw: string, seq = 1): KnownRecord {
  return { type: 'frame', seq, at: 0, session: 's1', direction: 'client-to-server', raw };
}

function redacted(...raws: string[]): string[] {
  const records = raws.map((raw, index) => frame(raw, index + 1));
  return [...redactRecords(records)].map((record) => (record.type === 'frame' ? (record.raw ?? '') : ''));
}

function stderr(text: string): string {
  const records: KnownRecord[] = [{ type: 'stderr', seq: 1, at: 0, session: 's1', text }];
  const [record] = [...redactRecords(records)];
  return record?.type === 'stderr' ? record.text : '';
}

describe('what is replaced', () => {
  it('replaces values under secret keys, at any depth, and keeps every other byte', () => {
    expect(
      redacted(
        '{ "a": [ {"api_key" : "k\\u0031\\"x", "n":1.50, "n":12345678901234567890} ],"clientSecret":"s" }',
      ),
    ).toEqual([
      '{ "a": [ {"api_key" : "<redacted:1>", "n":1.50, "n":12345678901234567890} ],"clientSecret":"<redacted:2>" }',
    ]);
  });

  it('leaves a schema that only names a password, progress tokens and counts', () => {
    const raws = [
      '{"properties":{"password":{"type":"string","description":"The password"}},"required":["password"]}',
      '{"_meta":{"progressToken":"abc-12345"},"maxTokens":4096,"nextPageToken":"p-2222"}',
      '{"message":"token: expired, try again","hint":"Bearer authentication is required"}',
    ];
    expect(redacted(...raws)).toEqual(raws);
  });

  it.each([
    ['note: token=hunter2', 'note: token=<redacted:1>'],
    [
      'GET https://h.example/x?page=2&api_key=k1&n=3',
      'GET https://h.example/x?page=2&api_key=<redacted:1>&n=3',
    ],
    ['https://h.example/c?sv=2020&sig=a%2Fb1&se=9', 'https://h.example/c?sv=2020&sig=<redacted:1>&se=9'],
    ['Authorization: token abc123', 'Authorization: token <redacted:1>'],
    ['curl -u ada:pw1 https://h.example', 'curl -u ada:<redacted:1> https://h.example'],
    ['docker run -u 1000:1000 image', 'docker run -u 1000:1000 image'],
    ['the password is Zq7xW7vK', 'the password is <redacted:1>'],
    ['the password is wrong, the token expired', 'the password is wrong, the token expired'],
    ['password=`a b`', 'password=`<redacted:1>`'],
    ['{"a":"{\\"password\\":\\"cut', '{"a":"{\\"password\\":\\"<redacted:1>'],
    ['https://hooks.slack.com/services/T0/B0/x1', 'https://hooks.slack.com/services/<redacted:1>'],
    [
      '\u001b[32mtoken\u001b[39m=\u001b[33mhunter2\u001b[0m',
      '\u001b[32mtoken\u001b[39m=\u001b[33m<redacted:1>\u001b[0m',
    ],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----', '<redacted:1>'],
    ['/mnt/c/Users/ada/x and /Volumes/Big Disk/Users/ada', '<redacted:1>/x and <redacted:2>'],
    ['\\\\srv\\Users\\ada\\x and file:///c%3A/Users/ada/x', '<redacted:1>\\x and file:///<redacted:2>/x'],
    ['/data/projects/-Users-ada-code/log', '/data/projects/<redacted:1>-code/log'],
    ['# pass: 12, fail: 0, tokens: 40960', '# pass: 12, fail: 0, tokens: 40960'],
  ])('in running text %j becomes %j', (text, clean) => {
    expect(stderr(text)).toBe(clean);
  });

  it.each([
    [
      '{"auth":{"pass":"p1"},"passwords":{"db":"Hunter22"}}',
      '{"auth":{"pass":"<redacted:1>"},"passwords":{"db":"<redacted:2>"}}',
    ],
    [
      '{"API_KEY_PROD":"k","apiKeys":["a","b"],"пароль":"c"}',
      '{"API_KEY_PROD":"<redacted:1>","apiKeys":["<redacted:2>","<redacted:3>"],"пароль":"<redacted:4>"}',
    ],
    ['{"name":"Authorization","value":"abc"}', '{"name":"Authorization","value":"<redacted:1>"}'],
    [
      '["-u","ada:pw1","--pat","x","--port","8080"]',
      '["-u","ada:<redacted:1>","--pat","<redacted:2>","--port","8080"]',
    ],
    ['{"key":"aB3dE5fG7hI9jK1lM3"}', '{"key":"<redacted:1>"}'],
    [`{"blob":"${btoa('{"password":"hunter2"}')}"}`, '{"blob":"<redacted:1>"}'],
  ])('of the JSON %j leaves %j', (raw, clean) => {
    expect(redacted(raw)).toEqual([clean]);
  });

  it('takes time in proportion to the text, also where blanks take its most part', () => {
    const text = `the token is${' '.repeat(300_000)}`;
    expect(stderr(text)).toBe(text);
  });

  it('leaves what only looks like the name or the shape of a secret', () => {
    const raws = [
      '{"key":"item-1","id":"550e8400-e29b-41d4-a716-446655440000","sha":"3f786850e387550fdab836ed7e6dc881de23001b"}',
      '{"cacheKey":"user-list-22","primaryKey":"id1","code":-32602,"usage":{"input_tokens":123456}}',
      `{"data":"${btoa('just some words of text, nothing more')}"}`,
      '{"properties":{"token":{"type":"string","description":"The token of OAuth2 that the API asks for"}}}',
      '{"text":"Pass --env GITHUB_TOKEN=…. No client passes on all; --token ... is in the config."}',
    ];
    expect(redacted(...raws)).toEqual(raws);
  });

  it('replaces a private key that a server wrote line by line, and nothing after it', () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQ+a1', '-----END PRIVATE KEY-----', 'ready: 1'];
    const records = lines.map(
      (text, index): KnownRecord => ({ type: 'stderr', seq: index + 1, at: 0, session: 's1', text }),
    );
    const texts = [...redactRecords(records)].map((record) => (record.type === 'stderr' ? record.text : ''));
    expect(texts).toEqual(['<redacted:1>', '<redacted:2>', '<redacted:3>', 'ready: 1']);
    expect(hits(records).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'private key'],
      [2, 'private key'],
      [3, 'private key'],
    ]);
    const cut = [
      records[0],
      { type: 'stderr', seq: 9, at: 0, session: 's1', text: 'listening on port 80 (http)!' },
    ] as KnownRecord[];
    expect([...redactRecords(cut)][1]).toBe(cut[1]);
  });

  it('keeps equal secrets equal, also where only one place names them', () => {
    expect(redacted('{"password":"hunter-22"}', '{"text":"logged in with hunter-22."}')).toEqual([
      '{"password":"<redacted:1>"}',
      '{"text":"logged in with <redacted:1>."}',
    ]);
  });

  it('finds JSON inside text, however often it was put into a string', () => {
    const inner = JSON.stringify({ token: 'deep"er', pin_token: 123456 });
    const twice = JSON.stringify({ body: JSON.stringify({ text: inner, rest: 'ok' }) });
    const [clean = ''] = redacted(twice);
    expect(JSON.parse(JSON.parse(JSON.parse(clean).body).text)).toEqual({
      token: '<redacted:1>',
      pin_token: '<redacted:2>',
    });
    expect(JSON.parse(JSON.parse(clean).body).rest).toBe('ok');
  });

  it('finds secrets by their shape in running text', () => {
    expect(stderr(`key ${GITHUB}, jwt ${JWT}; Authorization: Bearer abc12345xyz`)).toBe(
      'key <redacted:1>, jwt <redacted:2>; Authorization: Bearer <redacted:3>',
    );
    expect(stderr('Cookie: sid=1; theme=dark')).toBe('Cookie: <redacted:1>');
    expect(stderr('postgres://me:pa55@db/x and ada@example.org')).toBe(
      'postgres://me:<redacted:1>@db/x and <redacted:2>',
    );
    expect(stderr('GITHUB_TOKEN=abc api-key="two words" ?access_token=q&x=1')).toBe(
      'GITHUB_TOKEN=<redacted:1> api-key="<redacted:2>" ?access_token=<redacted:3>&x=1',
    );
  });

  it('replaces home folders on every system, and not what only looks like one', () => {
    expect(stderr('/home/ada/x /Users/ada C:\\Users\\Ada Byron\\x file:///home/ada/y')).toBe(
      '<redacted:1>/x <redacted:2> <redacted:3>\\x file://<redacted:1>/y',
    );
    const harmless = 'https://example.org/home/page /Users/Shared C:\\Users\\Public\\x';
    expect(stderr(harmless)).toBe(harmless);
  });

  it('leaves alone what follows a line that holds a whole private key', () => {
    const key = '-----BEGIN PRIVATE KEY-----\\nMIIEvQ+a1\\n-----END PRIVATE KEY-----';
    expect(redacted(`{"text":"${key}"}`, 'ready')).toEqual(['{"text":"<redacted:1>"}', 'ready']);
  });

  it('replaces what looks like a secret any number of levels below the name of one', () => {
    const deep = (value: string) => `{"credentials":[{"main":{"inner":[{"note":"${value}"}]}}]}`;
    expect(redacted(deep('aB3dE6gH9'), '{"other":{"inner":{"note":"aB3dE6gH8"}}}')).toEqual([
      deep('<redacted:1>'),
      '{"other":{"inner":{"note":"aB3dE6gH8"}}}',
    ]);
  });

  it('replaces a private key as a whole', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
    expect(redacted(JSON.stringify({ text: `see ${key}.` }))).toEqual(['{"text":"see <redacted:1>."}']);
  });

  it('reads commands, process messages and bytes that are not UTF-8', () => {
    const records: KnownRecord[] = [
      {
        type: 'session',
        seq: 1,
        at: 0,
        session: 's1',
        label: 'x',
        origin: 'tap',
        command: '/home/ada/bin/x',
        args: ['--token', 'abc', '--verbose', '--api-key=def'],
        cwd: '/home/ada',
        env: ['GITHUB_TOKEN'],
      },
      { type: 'process', seq: 2, at: 0, session: 's1', event: 'spawn-failed', message: 'no /home/ada/bin/x' },
      {
        type: 'frame',
        seq: 3,
        at: 0,
        session: 's1',
        direction: 'server-to-client',
        rawBase64: btoa(`\xff\xfe token=${GITHUB} \xff`),
      },
    ];
    expect([...redactRecords(records)]).toEqual([
      expect.objectContaining({
        command: '<redacted:1>/bin/x',
        args: ['--token', '<redacted:2>', '--verbose', '--api-key=<redacted:3>'],
        cwd: '<redacted:1>',
        env: ['GITHUB_TOKEN'],
      }),
      expect.objectContaining({ message: 'no <redacted:1>/bin/x' }),
      expect.objectContaining({ rawBase64: btoa('\xff\xfe token=<redacted:4> \xff') }),
    ]);
  });
});

describe('the preview', () => {
  const records = [
    frame(`{"params":{"arguments":{"token":"abcdefgh12345"}},"text":"mail ada@example.org"}`, 7),
  ];

  it('lists each place with its kind and a shortened secret', () => {
    expect(hits(records)).toEqual([
      {
        seq: 7,
        path: 'raw: params.arguments.token',
        kind: 'secret by its name',
        number: 1,
        secret: 'abcdefgh12345',
        shown: 'abcdef…45 (13 characters)',
      },
      {
        seq: 7,
        path: 'raw: text',
        kind: 'e-mail address',
        number: 2,
        secret: 'ada@example.org',
        shown: 'ada@ex…rg (15 characters)',
      },
    ]);
  });

  it('lets a user keep one and add another', () => {
    const choices = { keep: ['ada@example.org'], add: ['mail'] };
    const [record] = [...redactRecords(records, choices)];
    expect(record).toMatchObject({
      raw: '{"params":{"arguments":{"token":"<redacted:1>"}},"text":"<redacted:2> ada@example.org"}',
    });
  });

  it('replaces them in the server’s own text of an answer that was changed, too', () => {
    const raw = '{"result":{"token":"abcdefgh12345"}}';
    const change = { changed: { by: 'tierscope', how: 'edited' } };
    const altered = { ...frame('{"result":{}}', 1), ...change, original: raw };
    const bytes = { ...frame('x', 2), ...change, originalBase64: btoa(`\xff token=${GITHUB}`) };
    const [first, second] = [...redactRecords([altered, bytes])];
    expect(first).toMatchObject({ raw: '{"result":{}}', original: '{"result":{"token":"<redacted:1>"}}' });
    expect(second).toMatchObject({ originalBase64: btoa('\xff token=<redacted:2>') });
  });

  it('numbers new secrets above those of an earlier redaction', () => {
    expect(redacted('{"password":"<redacted:4>","token":"new"}')).toEqual([
      '{"password":"<redacted:4>","token":"<redacted:5>"}',
    ]);
  });
});

describe('a text that was made of records', () => {
  const redactor = new Redactor();
  const learned = {
    password: 'swordfish',
    key_token: 482911,
    pass: `a"b\\c`,
    secret: 'Zk3v9QpL2xT8',
    mail: 'ada@h.example',
  };
  redactor.learn(frame(JSON.stringify(learned)));

  it.each([
    ['The argument is "swordfish".', 'The argument is "<redacted:1>".'],
    ['swordfish', '<redacted:1>'],
    ['a swordfish swims', 'a swordfish swims'],
    ['it says \\"swordfish\\" twice', 'it says \\"<redacted:1>\\" twice'],
    ['<a>swordfish</a>', '<a><redacted:1></a>'],
    ['must be text, is 482911.', 'must be text, is <redacted:2>.'],
    ['4829110 and 1482911', '4829110 and 1482911'],
    ['is "a\\"b\\\\c" here', 'is "<redacted:3>" here'],
    ['is "swordf…', 'is "<redacted:1>…'],
    ['not a swo…, nor seaswordf…', 'not a swo…, nor seaswordf…'],
    ['by ada@h…', 'by <redacted:5>…'],
    ['"swordf"... is not JSON', '"<redacted:1>"... is not JSON'],
    ['}, ..."rdfish} x"... is not JSON', '}, ..."<redacted:1>} x"... is not JSON'],
    ['{"note":"swordfish","password":"Zk"}', '{"note":"swordfish","password":"<redacted:6>"}'],
  ])('of %j shows %j', (text, clean) => {
    expect(redactor.redactText(text)).toBe(clean);
  });

  it('knows what was learned after it was asked for the first time', () => {
    const late = new Redactor();
    expect(late.redactText('logged in with hunter-22')).toBe('logged in with hunter-22');
    late.learnText('{"password":"hunter-22"}');
    expect(late.redactText('logged in with hunter-22')).toBe('logged in with <redacted:1>');
    expect(late.replaced).toBe(1);
  });
});
