import { describe, expect, it } from 'vitest';
import { recordingFile } from './recording-file.ts';

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

  it('gets a number where the name is taken', () => {
    const first = name('lab');
    const second = name('lab', [first]);
    expect(second).toBe('/data/20261121-093005-lab-s1-2.tierscope.jsonl');
    expect(name('lab', [first, second])).toContain('-s1-3.');
  });
});
