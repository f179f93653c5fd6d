import { describe, expect, it } from 'vitest';
import { noCounts } from '../../../app/session/exchange.ts';
import { recordingTitle, searchRecordings } from './recording-row.tsx';

const file = (name: string) => ({
  path: `/r/${name}`,
  name,
  sizeBytes: 1,
  modifiedAt: '2026-11-21T09:00:00Z',
  kept: false,
});
const FILES = [
  file('20261121-100000-error-lab-s1.tierscope.jsonl'),
  file('20261120-090000-files.tierscope.jsonl'),
];
const facts = {
  label: 'files',
  server: 'secure-filesystem-server 0.2.0',
  startedAt: '2026-11-20T09:00:00Z',
  lengthMs: 1,
  counts: noCounts(),
  problems: 0,
};

describe('the search for recordings', () => {
  it('looks for every term in the name and in the facts of the file', () => {
    const found = (text: string) =>
      searchRecordings(FILES, (name) => (name.includes('files') ? facts : undefined), text).length;
    expect([found(''), found('lab'), found('FILESYSTEM 2026'), found('lab filesystem')]).toEqual([
      2, 1, 1, 0,
    ]);
  });

  it('names a file without its date and its ending', () => {
    expect(recordingTitle(FILES[0]?.name ?? '')).toBe('error-lab-s1');
  });
});
