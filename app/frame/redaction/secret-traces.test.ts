import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import { foundSpans } from './json-spans.ts';
import { hasSecretTrace } from './redactor.ts';
import { SecretNames } from './secret-names.ts';
import { secretExamples } from './testing/secret-examples.ts';
import { textSpans } from './text-spans.ts';

const names = new SecretNames();
const search = { names, find: (text: string) => textSpans(text, names) };

/** Pieces that form secrets, or nearly, when combined. */
const piece = fc.constantFrom(
  ...[
    'password',
    'Pass',
    'word',
    'pw',
    'Dev',
    'secret',
    'secreToken',
    'token',
    'Token',
    'progress',
    'my',
    'api',
    'Key',
  ],
  ...[
    'key',
    'auth',
    'session',
    'Id',
    'connection',
    'String',
    'senha',
    'contraseña',
    'пароль',
    'to\u212aen',
    'apİkey',
  ],
  ...[
    'pat',
    'sig',
    'code',
    'ticket',
    'Bearer',
    'basic',
    'Cookie',
    'Authorization',
    '-u',
    '--user',
    '--pat',
    '--token',
  ],
  ...[
    '=',
    ':',
    ' ',
    '"',
    "'",
    '\\',
    '/',
    '\n',
    '\t',
    '.',
    '-',
    '_',
    's',
    '2',
    '@',
    '?',
    '&',
    '\u001b[1m',
    'é',
    '://',
  ],
  ...[
    'hunter2',
    'abcD1234',
    'aB3dE6gH9jK2mN5pQ8',
    '12345',
    'ada',
    'ada@b.example',
    '/home/ada',
    'C:\\Users\\ada',
  ],
  ...[
    'sk-',
    'ghp_',
    'eyJ',
    'AKIA',
    'abcdefghij',
    '0123456789',
    'ABCDEFGHIJ',
    'c2VjcmV0',
    btoa('password: hunter2 x'),
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    'hooks.slack.com/services/',
    'name',
    'value',
    '/Users/',
    '-Users-',
    'notifications',
    'verification code',
    '2FA',
    'pin ',
    '482913',
    ' is your',
    'PuTTY-User-Key-File-3',
    '<password>',
    '</',
    'response=',
    'd41d8cd98f00b204e9800998ecf8427e',
    'mysql',
    ' -p',
    'jsessionid=',
    'YWRhOnNlY3JldA==',
    'sk-abc-ABC123xyzABC1234',
    '=> ',
    'login ',
    'identity',
  ],
);
const secret = fc.constantFrom(...secretExamples(21).map(({ secret: one }) => one));
const text = fc
  .array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: secret }), { maxLength: 7 })
  .map((pieces) => pieces.join(''));
const key = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(key, text, { maxKeys: 2 }),
);
const json = fc.oneof(
  fc.dictionary(key, value, { maxKeys: 3 }),
  fc.record({ name: key, value: text }),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(key, fc.dictionary(key, value, { maxKeys: 2 }), { maxKeys: 2 }),
);
const written = fc.constantFrom(
  (line: string) => line,
  (line: string) => line.replaceAll('e', '\\u0065'),
  (line: string) => line.replaceAll('/', '\\/'),
  (line: string) => line.replaceAll('":', '" : '),
);
const anyText = fc.oneof(
  text,
  fc.tuple(json, written, fc.nat(2)).map(([value, write, levels]) => {
    let line = write(JSON.stringify(value));
    for (let level = 0; level < levels; level += 1) line = JSON.stringify({ text: line });
    return line;
  }),
);

describe('the cheap look for secrets', () => {
  it('leaves out no text that holds one, however deep it is written into JSON', () => {
    let left = 0;
    fc.assert(
      fc.property(anyText, (line) => {
        const inRecord = JSON.stringify(line);
        if (hasSecretTrace(line) && hasSecretTrace(inRecord)) return;
        left += 1;
        expect(foundSpans(line, search)).toEqual([]);
      }),
      { numRuns: runs(5000) },
    );
    expect(left).toBeGreaterThan(100);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"path":"src","pattern":"a+b"}}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: weigh"}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":3,"message":"step 3"}}',
    '{"result":{"tools":[{"name":"sign","description":"Signs the passage, tokenized","inputSchema":{"type":"object"}}]}}',
  ])('leaves out ordinary traffic: %s', (line) => {
    expect(hasSecretTrace(line)).toBe(false);
    expect(hasSecretTrace(JSON.stringify(line))).toBe(false);
  });
});
