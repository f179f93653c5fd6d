import { expect, it } from 'vitest';
import { redactedDocument } from './redacted-document.ts';
import { Redactor } from './redactor.ts';

it('loses its secrets at any depth, and in the JSON of data by their names; structure and all else stays', () => {
  const redactor = new Redactor();
  redactor.learnText('{"password":"violation","token":"tok-12345"}');
  const document = {
    severity: 'violation',
    path: '/home/ada/a.jsonl',
    texts: ['is "violation"', 'in /home/ada/x'],
    data: { password: 'short', deep: [{ token: 123456 }], n: 1 },
    none: null,
    count: 3,
  };
  expect(redactedDocument(document, redactor)).toEqual({
    ...document,
    texts: ['is "<redacted:1>"', 'in <redacted:3>/x'],
    data: { password: '<redacted:4>', deep: [{ token: '<redacted:5>' }], n: 1 },
  });
});

it('without a secret is the same object', () => {
  const document = { list: [{ text: 'fine', data: { n: 1 } }] };
  expect(redactedDocument(document, new Redactor())).toBe(document);
});
