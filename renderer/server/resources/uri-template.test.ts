import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandTemplate, templateVariables } from './uri-template.ts';

/** The variables of RFC 6570, section 3.2, and its examples for each operator. */
const values = {
  var: 'value',
  hello: 'Hello World!',
  half: '50%',
  empty: '',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  list: ['red', 'green', 'blue'],
};

test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['{x,y}', '1024,768'],
  ['{var:3}', 'val'],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['{#path,x}', '#/foo/bar,1024'],
  ['X{.list*}', 'X.red.green.blue'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/list*}', '/red/green/blue'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['{?x,empty}', '?x=1024&empty='],
  ['{?list*}', '?list=red&list=green&list=blue'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
])('%s expands to %s', (template, uri) => {
  expect(expandTemplate(template, values)).toBe(uri);
});

test('the variables are named once, in their order', () => {
  expect(templateVariables('a://{b}/{+c}{?d*,b}')).toEqual([
    { name: 'b', list: false },
    { name: 'c', list: false },
    { name: 'd', list: true },
  ]);
});

test('braces that are no expression stay, encoded as a literal', () => {
  expect(templateVariables('a://{}/{!x}')).toEqual([]);
  expect(expandTemplate('a://{!x}', {})).toBe('a://%7B!x%7D');
});

test('a simple variable comes back by decoding, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeURIComponent(expandTemplate('{v}', { v: text }))).toBe(text);
    }),
  );
});
