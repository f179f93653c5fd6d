import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseReader } from './sse.ts';

const STREAM =
  ': hi\r\n\r\nid: e1\r\nretry: 150\r\ndata: \r\n\r\nevent: message\ndata: {"a":1}\n\ndata:x\rdata: y\r\rid\ndata\n\n';

function read(chunks: readonly string[]) {
  const reader = new SseReader();
  return { events: chunks.flatMap((chunk) => reader.push(chunk)), rest: reader.end() };
}

describe('an event stream', () => {
  it('gives events with their fields, and comments', () => {
    const { events, rest } = read([STREAM]);
    expect(events).toMatchObject([
      { kind: 'comment', text: ': hi' },
      { data: '', id: 'e1', retry: 150, crlf: true, lines: 1 },
      { data: '{"a":1}', event: 'message', crlf: false },
      { data: 'x\ny', lines: 2 },
      { data: '', id: '', lines: 1 },
    ]);
    expect(rest).toBe('');
  });

  it('gives the same however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
        const chunks = places.slice(1).map((to, at) => STREAM.slice(places[at], to));
        expect(read(chunks)).toEqual(read([STREAM]));
      }),
    );
  });

  it('hands back a last event that no blank line ends', () => {
    expect(read(['data: {"a":1}'])).toEqual({ events: [], rest: '{"a":1}' });
    expect(read(['data: {"a":1}\n'])).toEqual({ events: [], rest: '{"a":1}' });
    expect(read(['id: 1\n'])).toEqual({ events: [], rest: '' });
  });

  it('ignores an id with NUL, a wait that is no number, and unknown fields', () => {
    expect(read(['id: a\0b\nretry: 1s\nfoo: bar\n\n']).events).toEqual([]);
  });
});
