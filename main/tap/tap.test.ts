import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { markedProcesses } from '../session/process-tree.ts';
import { exitCodeOf, runTap, type TapEnd } from './tap.ts';
import type { TapLog } from './tap-message.ts';
import { TapRecording } from './tap-recording.ts';

const LONG_MS = 60_000;
const MEGABYTE = 1024 * 1024;

/** Echoes every byte. */
const ECHO = 'process.stdin.pipe(process.stdout)';

type Tapped = { end: TapEnd; stdout: Buffer; stderr: Buffer; records: KnownRecord[] };

/** Runs a tap in front of a short JavaScript program; the client writes `sent` and then ends. */
async function tapped(
  script: string,
  sent: readonly Uint8Array[] = [],
  stdout = new Collected(),
): Promise<Tapped> {
  const records: KnownRecord[] = [];
  const stderr = new Collected();
  const recording = recordingInto(records);
  const streams = { stdin: Readable.from(sent, { objectMode: false }), stdout, stderr };
  const end = await runTap(process.execPath, ['-e', script], streams, recording);
  return { end, stdout: stdout.bytes, stderr: stderr.bytes, records };
}

function recordingInto(records: KnownRecord[]): TapLog {
  const store = { append: (record: KnownRecord) => void records.push(record), close: async () => undefined };
  const recording = new TapRecording(store, 0, { label: 'server', command: 'node', args: [], cwd: '/' });
  return {
    record: (body, at) => recording.record(body, at),
    copied: (batch) => {
      for (const copied of batch) recording.copied(copied);
    },
    taken: Number.POSITIVE_INFINITY,
    close: () => recording.close(),
  };
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    this.take(done);
  }

  protected take(done: () => void): void {
    done();
  }
}

/** Handles each chunk slowly. */
class Slow extends Collected {
  protected override take(done: () => void): void {
    setImmediate(done);
  }
}

function sha(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function framesFrom(records: readonly KnownRecord[], direction: string): Buffer[] {
  return records.flatMap((record) => {
    if (record.type !== 'frame' || record.direction !== direction) return [];
    return [
      record.raw === undefined ? Buffer.from(record.rawBase64 ?? '', 'base64') : Buffer.from(record.raw),
    ];
  });
}

describe('the bytes', () => {
  test.each([
    ['any bytes, also none of UTF-8', [randomBytes(300_000), randomBytes(3)]],
    ['lines of many megabytes', [Buffer.alloc(9 * MEGABYTE, 'x'), Buffer.from('\n{}\n')]],
    ['a last line without its end', [Buffer.from('{"a":1}\n\n\r\n{"b"')]],
    ['nothing', []],
  ])(
    'are the same both ways: %s',
    async (_, sent) => {
      const { stdout, end, records } = await tapped(ECHO, sent);
      const whole = Buffer.concat(sent);
      expect(sha(stdout)).toBe(sha(whole));
      expect(end).toEqual({ kind: 'ended', exitCode: 0, signal: null });
      for (const direction of ['client-to-server', 'server-to-client']) {
        const lines = framesFrom(records, direction).map((line) => line.toString('latin1'));
        const recorded = Buffer.from(lines.join('\n'), 'latin1');
        // The line feed of a complete last line is not part of any line.
        expect(sha(recorded)).toBe(sha(whole.at(-1) === 0x0a ? whole.subarray(0, -1) : whole));
      }
    },
    LONG_MS,
  );

  test(
    'all arrive at a client that reads slowly, after the server is gone',
    async () => {
      const script = `process.stdout.write('y'.repeat(${3 * MEGABYTE}), () => process.exit(5))`;
      const { stdout, end } = await tapped(script, [], new Slow());
      expect([stdout.length, end]).toEqual([3 * MEGABYTE, { kind: 'ended', exitCode: 5, signal: null }]);
    },
    LONG_MS,
  );

  test('of stderr come through too, and are recorded by line', async () => {
    const { stderr, stdout, records } = await tapped(
      String.raw`process.stderr.write(Buffer.from('one\r\ntwo \xff', 'latin1'))`,
    );
    expect([stderr.toString('latin1'), stdout.length]).toEqual(['one\r\ntwo \xff', 0]);
    expect(records.filter((record) => record.type === 'stderr')).toMatchObject([
      { text: 'one' },
      { text: 'two \uFFFD' },
    ]);
  });
});

describe('the end', () => {
  test('of stdin reaches the server', async () => {
    const { end, records } = await tapped("process.stdin.resume().on('end', () => process.exit(7))");
    expect(end).toMatchObject({ exitCode: 7 });
    expect(records.map((record) => (record.type === 'process' ? record.event : record.type))).toEqual([
      'session',
      'spawned',
      'stdin-closed',
      'exited',
    ]);
  });

  test('that a signal to the tap asks for is recorded as the client’s', async () => {
    const records: KnownRecord[] = [];
    const stdout = new PassThrough().once('data', () => setImmediate(() => process.emit('SIGTERM')));
    const streams = { stdin: new PassThrough(), stdout, stderr: new Collected() };
    const script =
      "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('up')";
    await runTap(process.execPath, ['-e', script], streams, recordingInto(records));
    expect(records.slice(-2)).toMatchObject([
      { type: 'client', event: 'closed', message: 'the tap got SIGTERM and passed it on to the server' },
      { type: 'process', event: 'exited', exitCode: 0 },
    ]);
  });

  test('by a signal is reported as it was', async () => {
    const { end, records } = await tapped("process.kill(process.pid, 'SIGKILL')");
    expect(end).toEqual({ kind: 'ended', exitCode: null, signal: 'SIGKILL' });
    if (end.kind === 'ended') expect(exitCodeOf(end)).toBe(137);
    expect(records.at(-1)).toMatchObject({ event: 'exited', signal: 'SIGKILL' });
    expect(records.at(-1)).not.toHaveProperty('exitCode');
  });

  test('comes with the server, while the client still holds its pipe', async () => {
    const held = new PassThrough();
    const streams = { stdin: held, stdout: new Collected(), stderr: new Collected() };
    const end = await runTap(process.execPath, ['-e', 'process.exit(4)'], streams, recordingInto([]));
    expect(end).toMatchObject({ exitCode: 4 });
    expect(held.destroyed).toBe(true);
  });

  test('of a client that is gone does not harm the server', async () => {
    const gone = new PassThrough();
    gone.destroy();
    await finished(gone).catch(() => undefined);
    const script = `process.stdout.write('z'.repeat(${MEGABYTE}), () => process.exit(6))`;
    const streams = { stdin: Readable.from([]), stdout: gone, stderr: new Collected() };
    expect(await runTap(process.execPath, ['-e', script], streams, recordingInto([]))).toMatchObject({
      exitCode: 6,
    });
  });

  test('is at once if there is no such program', async () => {
    const records: KnownRecord[] = [];
    const streams = { stdin: new PassThrough(), stdout: new Collected(), stderr: new Collected() };
    const end = await runTap('/no/such/program', [], streams, recordingInto(records));
    expect(end).toMatchObject({ kind: 'not-started', message: expect.stringContaining('ENOENT') });
    expect(records.at(-1)).toMatchObject({ event: 'spawn-failed' });
  });
});

test.skipIf(process.platform !== 'linux')(
  'what a server leaves behind is ended and noted',
  async () => {
    const script = `const { spawn } = require('child_process');
    const [mark, options] = [process.env.TIERSCOPE_SERVER, { detached: true, stdio: 'ignore' }];
    const helper = spawn('sleep', ['1000'], options);
    helper.unref();
    console.error(mark + ' ' + helper.pid);`;
    const { records, end, stderr } = await tapped(script);
    const [mark = '', pid] = String(stderr).trim().split(' ');
    expect(end).toEqual({ kind: 'ended', exitCode: 0, signal: null });
    expect(await markedProcesses(mark)).toEqual([]);
    expect(records.at(-1)).toMatchObject({
      type: 'mark',
      label: `process ${pid} (sleep) outlived its server and was ended`,
    });
  },
  LONG_MS,
);
