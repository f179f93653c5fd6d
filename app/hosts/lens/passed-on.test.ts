import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HostRow, hostFileSchema } from './host-table.ts';
import { limited, type PassedOn, passedLength, passedOn, passedParts, passedText } from './passed-on.ts';
import type { SentAnswer } from './sent-answer.ts';

function row(gets: readonly object[], more: object = {}): HostRow {
  const written = {
    ...{ host: 'h', when: { answer: 'success' }, gets, evidence: 'reported', source: 's', asOf: '2026' },
    ...more,
  };
  const [only] = hostFileSchema.parse({ hosts: [], rows: [written] }).rows;
  if (only === undefined) throw new Error('no row');
  return only;
}

function toolError(content: readonly object[], structuredContent?: unknown): SentAnswer {
  const result = {
    content,
    isError: true,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
  return { kind: 'tool-error', method: 'tools/call', target: '', result };
}

const protocolError: SentAnswer = {
  ...{ kind: 'protocol-error', method: 'tools/call', target: '', codeText: '-32602', message: 'Bad name' },
  data: { name: 'x' },
};
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

const textsOf = ({ dropped }: PassedOn) => dropped.map(({ part, text: what, cause }) => [part, what, cause]);

describe('limited', () => {
  const limit = { most: 50, unit: 'characters', beyond: 'file', words: 'of {count} characters' } as const;
  const seen = (chars: number) => {
    const passed = passedOn(row([{ part: 'structuredContent' }]), toolError([], { all: 'x'.repeat(chars) }));
    return passedText(
      limited(passed, { ...limit, source: 's', asOf: '2026', evidence: 'documented' }).segments,
      500,
    );
  };

  test('puts the words of the host in place of the result, with its length as far as it was read', () => {
    expect(seen(90)).toBe('of 100 characters');
    expect(seen(300_000)).toBe('of more than 200,000 characters');
  });
});

describe('passedOn', () => {
  test('gives an error as the host writes it, and names what it drops', () => {
    const passed = passedOn(
      row([{ part: 'words', text: 'MCP error: ' }, { part: 'message' }]),
      protocolError,
    );
    expect(passedText(passed.segments, 10_000)).toBe('MCP error: Bad name');
    expect(passedParts(passed)).toEqual(['message']);
    expect(textsOf(passed)).toEqual([
      ['code', '-32602', 'not-passed'],
      ['data', '{"name":"x"}', 'not-passed'],
    ]);
  });

  test('a host that takes the first block drops the others and structuredContent', () => {
    const gets = [{ part: 'content', blocks: 'first' }];
    const passed = passedOn(row(gets), toolError([text('It failed'), text('Try b')], { hint: 'b' }));
    expect(passedText(passed.segments, 10_000)).toBe('It failed');
    expect(textsOf(passed)).toEqual([
      ['content', 'Try b', 'later-block'],
      ['structuredContent', '{"hint":"b"}', 'not-passed'],
    ]);
  });

  test('a host that takes texts puts its own words for a picture', () => {
    const gets = [{ part: 'content', kinds: ['text'], between: ' | ', otherwise: '[{type} {mimeType}]' }];
    const passed = passedOn(row(gets), toolError([text('a'), image, text('b')]));
    expect(passedText(passed.segments, 10_000)).toBe('a | [image image/png] | b');
    expect(textsOf(passed)).toEqual([['content', '[image, image/png]', 'not-passed']]);
  });

  test('blocks that go on as they are stay blocks, and nothing is dropped', () => {
    const passed = passedOn(row([{ part: 'content', as: 'block' }]), toolError([text('a'), image]));
    expect(passed.segments).toEqual([
      { kind: 'text', from: 'content', text: 'a' },
      { kind: 'block', block: image },
    ]);
    expect(passed.dropped).toEqual([]);
  });

  test('the whole result as JSON is content and structuredContent', () => {
    const passed = passedOn(row([{ part: 'result' }]), toolError([text('a')], { b: 1 }));
    expect(passedParts(passed)).toEqual(['content', 'structuredContent']);
    expect(passed.dropped).toEqual([]);
  });

  test('a text is cut after its characters, and the rest is dropped', () => {
    const cut = { cutAfter: 5, cutWords: '…' };
    const passed = passedOn(row([{ part: 'content' }], cut), toolError([text('abcdefgh')]));
    expect(passedText(passed.segments, 10_000)).toBe('abcde…');
    expect(textsOf(passed)).toEqual([['content', 'fgh', 'cut']]);
  });

  test('a host that keeps the beginning and the end drops what stood between', () => {
    const cut = { cutAfter: 5, cutHead: 2, cutTail: 3, cutWords: '[cut]' };
    const passed = passedOn(row([{ part: 'content' }], cut), toolError([text('abcdef'), text('ghi')]));
    expect(passedText(passed.segments, 10_000)).toBe('ab[cut]ghi');
    expect(textsOf(passed)).toEqual([['content', 'cdef', 'cut']]);
  });

  test('a text inside a JSON string has its quotes and line ends escaped', () => {
    const gets = [
      { part: 'words', text: '{"{tool}":"' },
      { part: 'content', escape: 'json' },
      { part: 'words', text: '"}' },
    ];
    const passed = passedOn(row(gets), { ...toolError([text('no "x"\n')]), target: '$& search' });
    expect(passedText(passed.segments, 10_000)).toBe('{"$& search":"no \\"x\\"\\n"}');
  });

  test('a host of Python writes JSON with spaces, and no letter beyond ASCII', () => {
    const gets = [{ part: 'structuredContent', as: 'python-json' }];
    const passed = passedOn(row(gets), toolError([], { a: ['é', 1] }));
    expect(passedText(passed.segments, 10_000)).toBe('{"a": ["\\u00e9", 1]}');
  });

  test('a cut in tokens is said and not guessed', () => {
    const cut = { cutAfter: 5, cutUnit: 'tokens' };
    const passed = passedOn(row([{ part: 'content' }], cut), toolError([text('abcdefgh')]));
    expect(passed.cutNote).toBe('The host cuts a text after 5 tokens.');
    expect(passedText(passed.segments, 10_000)).toBe('abcdefgh');
  });

  test('a cut in bytes is said of a text that has more of them, and of no other', () => {
    const cut = { cutAfter: 8, cutUnit: 'bytes' };
    const noteOf = (word: string) =>
      passedOn(row([{ part: 'content' }], cut), toolError([text(word)])).cutNote;
    expect([noteOf('abcdefgh'), noteOf('abcdefgé')]).toEqual(['', 'The host cuts a text after 8 bytes.']);
  });

  test('of blocks without end and of a text of megabytes, the beginning is followed', () => {
    const many = passedOn(row([{ part: 'content' }]), toolError(Array(5000).fill(text('a'))));
    expect(many.segments.at(-1)).toMatchObject({ goesOn: true });
    expect(many.segments.length).toBeLessThan(500);
    expect(many.dropped).toEqual([]);
    const long = passedOn(row([{ part: 'content', escape: 'json' }]), toolError([text('"'.repeat(3e6))]));
    expect(long.segments).toMatchObject([{ goesOn: true }]);
    expect(passedLength(long.segments)).toBeLessThan(1e6);
  });

  test('whatever a server sends, each block is passed on or dropped, and never both', () => {
    const block = fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string() }),
      fc.record({ type: fc.constantFrom('image', 'odd'), mimeType: fc.string() }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    const piece = fc.record({
      part: fc.constant('content'),
      blocks: fc.constantFrom('all', 'first'),
      as: fc.constantFrom('text', 'block', 'json'),
      between: fc.constant(''),
    });
    fc.assert(
      fc.property(fc.array(block), piece, (content, gets) => {
        const passed = passedOn(row([gets]), toolError(content));
        const droppedBlocks = new Set(passed.dropped.map((one) => one.block));
        expect(passed.segments.length + droppedBlocks.size).toBe(content.length);
      }),
    );
  });
});
