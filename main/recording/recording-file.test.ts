import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimRecordingFile, recordingFile } from './recording-file.ts';
import { openRecordingSink } from './recording-sink.ts';

const at = new Date('2026-11-21T09:30:05.999Z');
const name = (label: string, taken: string[] = []) =>
  recordingFile('/data', at, label, 's1', (path) => taken.includes(path));

describe('the file of a recording', () => {
  it('is named by time, label and session', () => {
    expect(name('error lab')).toBe('/data/20261121-093005-error-lab-s1.tierscope.jsonl');
  });

  it('keeps only what every file system takes', () => {
    expect(name('@scope/Ünï "x"/..\\y')).toContain('-scope-uni-x-y-s1.');
    expect(name('数据')).toContain('-session-s1.');
    expect(name('a'.repeat(300)).length).toBeLessThan(100);
  });

  it('gets a number if the name is taken', () => {
    const first = name('lab');
    const second = name('lab', [first]);
    expect(second).toBe('/data/20261121-093005-lab-s1-2.tierscope.jsonl');
    expect(name('lab', [first, second])).toContain('-s1-3.');
  });

  it('is another one for each app that starts in the same second, and is written where it was kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-claim-'));
    try {
      const recordings = join(folder, 'data', 'recordings');
      const files = [1, 2, 3].map(() => claimRecordingFile(recordings, at, 'lab', 's1'));
      expect((await readdir(recordings)).sort()).toEqual(files.map((file) => basename(file)).sort());
      expect(new Set(files).size).toBe(3);
      const sink = await openRecordingSink(files[1] ?? '');
      await sink.write(new TextEncoder().encode('x'));
      await sink.close();
      await expect(openRecordingSink(files[1] ?? '')).rejects.toMatchObject({ code: 'EEXIST' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has its name also if the disk takes no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-claim-'));
    try {
      await writeFile(join(folder, 'file'), '');
      const path = claimRecordingFile(join(folder, 'file'), at, 'lab', 's1');
      expect(basename(path)).toBe('20261121-093005-lab-s1.tierscope.jsonl');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
