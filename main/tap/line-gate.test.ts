import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineGate } from './line-gate.ts';

const MAX_LINE_BYTES = 64;

/** A gate whose output is one text; lines that begin with `keep` are held back. */
function gateInto(sent: Buffer[], kept: string[] = []) {
  return new LineGate<string>({
    maxLineBytes: MAX_LINE_BYTES,
    send: (bytes) => void sent.push(Buffer.from(bytes)),
    keepsBack: (line) => {
      const text = Buffer.from(line).toString('latin1');
      if (!text.startsWith('keep')) return false;
      kept.push(text);
      return true;
    },
  });
}

const textOf = (sent: readonly Buffer[]): string => Buffer.concat(sent).toString('latin1');

type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'watch' | 'unwatch' | 'insert' };

const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', '\n\n', '{"a":1}\n', '\u00ff\u00fe', 'x'.repeat(MAX_LINE_BYTES)),
      fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Buffer.from(parts.join(''), 'latin1'));

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: bytes.map((chunk): Step => ({ kind: 'bytes', bytes: chunk })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>({ kind: 'watch' }, { kind: 'unwatch' }, { kind: 'insert' }),
    },
  ),
  { maxLength: 30 },
);

const OWN = Buffer.from('own line\n');

function run(gate: LineGate<string>, all: readonly Step[]): void {
  for (const step of all) {
    if (step.kind === 'watch') gate.watch();
    else if (step.kind === 'unwatch') gate.unwatch();
    else if ('bytes' in step) gate.push(step.bytes);
    else gate.insert(OWN, 'note');
  }
  gate.end();
}

const written = (all: readonly Step[]): Buffer =>
  Buffer.concat(all.map((step) => ('bytes' in step ? step.bytes : new Uint8Array())));

describe('bytes', () => {
  test('are neither lost, doubled nor moved, however they are cut and whatever else happens at any moment', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const sent: Buffer[] = [];
        const owns: number[] = [];
        const gate = new LineGate<string>({
          maxLineBytes: MAX_LINE_BYTES,
          send: (chunk, note) => {
            if (note !== undefined) owns.push(textOf(sent).length);
            else sent.push(Buffer.from(chunk));
          },
          keepsBack: () => false,
        });
        run(gate, all);
        const [before, after] = [written(all).toString('latin1'), textOf(sent)];
        // An unfinished last line is only terminated if something has to follow it.
        const isEnded = owns.length > 0 && after === `${before}\n`;
        expect(isEnded ? after.slice(0, -1) : after).toBe(before);
        expect(owns).toHaveLength(all.filter(({ kind }) => kind === 'insert').length);
        for (const at of owns) expect(at === 0 || after.charAt(at - 1) === '\n').toBe(true);
      }),
    );
  });

  test('of lines that are kept back are the only ones that do not leave', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('keep 1\n', 'two\n', '\r\n', 'keep 3\r\n')),
        fc.nat(7),
        (lines, cut) => {
          const [sent, kept]: [Buffer[], string[]] = [[], []];
          const gate = gateInto(sent, kept);
          gate.watch();
          const whole = Buffer.from(lines.join(''));
          for (let at = 0; at < whole.length; at += cut + 1) gate.push(whole.subarray(at, at + cut + 1));
          expect(textOf(sent)).toBe(lines.filter((line) => !line.startsWith('keep')).join(''));
          expect(kept).toEqual(lines.filter((line) => line.startsWith('keep')));
        },
      ),
    );
  });

  test('pass as they came while nobody watches: a chunk is one write', () => {
    const sent: Buffer[] = [];
    const gate = gateInto(sent);
    gate.push(Buffer.from('keep 1\nkeep 2\nkee'));
    expect(sent).toHaveLength(1);
  });
});

describe('a line', () => {
  test('of which a part has left is not kept back when the watch begins', () => {
    const [sent, kept]: [Buffer[], string[]] = [[], []];
    const gate = gateInto(sent, kept);
    gate.push(Buffer.from('kee'));
    gate.watch();
    gate.push(Buffer.from('p 1\nkeep 2\n'));
    expect([textOf(sent), kept]).toEqual(['keep 1\n', ['keep 2\n']]);
  });

  test('that is too long passes before its end has come', () => {
    const [sent, kept]: [Buffer[], string[]] = [[], []];
    const gate = gateInto(sent, kept);
    gate.watch();
    gate.push(Buffer.from('keep'));
    expect(sent).toEqual([]);
    gate.push(Buffer.alloc(MAX_LINE_BYTES, 'x'));
    expect(textOf(sent)).toHaveLength(MAX_LINE_BYTES + 4);
    gate.push(Buffer.from('\nkeep 2\n'));
    expect(kept).toEqual(['keep 2\n']);
  });

  test('leaves at once if the watch ends within it', () => {
    const sent: Buffer[] = [];
    const gate = gateInto(sent);
    gate.watch();
    gate.push(Buffer.from('ke'));
    gate.unwatch();
    expect(textOf(sent)).toBe('ke');
  });

  test('is kept back whole by one who ends the watch while looking at it', () => {
    const sent: Buffer[] = [];
    const gate = new LineGate<string>({
      maxLineBytes: MAX_LINE_BYTES,
      send: (chunk) => void sent.push(Buffer.from(chunk)),
      keepsBack: () => {
        gate.unwatch();
        return true;
      },
    });
    gate.watch();
    gate.push(Buffer.from('ke'));
    gate.push(Buffer.from('ep 1\nkeep 2\n'));
    expect(textOf(sent)).toBe('keep 2\n');
  });
});

describe('an inserted line', () => {
  test('stands between two others, never within one that is half sent', () => {
    const sent: Buffer[] = [];
    const gate = gateInto(sent);
    gate.push(Buffer.from('one\ntw'));
    gate.insert(Buffer.from('own\n'), 'note');
    expect(textOf(sent)).toBe('one\ntw');
    gate.push(Buffer.from('o\nthree\n'));
    expect(textOf(sent)).toBe('one\ntwo\nown\nthree\n');
  });

  test('overtakes a line that only waits for its end', () => {
    const sent: Buffer[] = [];
    const gate = gateInto(sent);
    gate.watch();
    gate.push(Buffer.from('tw'));
    gate.insert(Buffer.from('own\n'), 'note');
    gate.push(Buffer.from('o\n'));
    expect(textOf(sent)).toBe('own\ntwo\n');
  });

  test('is readable after a last line that has no end', () => {
    const sent: Buffer[] = [];
    const gate = gateInto(sent);
    gate.push(Buffer.from('cut in the mid'));
    gate.insert(Buffer.from('own\n'), 'note');
    gate.end();
    expect(textOf(sent)).toBe('cut in the mid\nown\n');
  });
});
