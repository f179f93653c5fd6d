import { describe, expect, test } from 'vitest';
import { type RecentCommand, readRecentCommands, withCommand } from './recent-command.ts';

const NODE: RecentCommand = { commandLine: 'node a.js', cwd: '', label: '', envNames: [], settings: {} };

describe('recent commands', () => {
  test('keep the folder, the names of the variables and the settings', () => {
    const used: RecentCommand = {
      ...NODE,
      cwd: '/project',
      envNames: ['API_KEY'],
      settings: { era: 'modern', timeoutMs: 5000 },
    };
    const stored: unknown = JSON.parse(JSON.stringify(withCommand([], used)));
    expect(readRecentCommands(stored)).toEqual([used]);
  });

  test.each([
    ['TOKEN=s3cret node a.js', ['TOKEN']],
    [`A="s3cret \\" more" B='s3cret' C=s3cret\\ s3cret node a.js`, ['A', 'B', 'C']],
    ['TOKEN= node a.js', ['TOKEN']],
  ])('never keep a value that is written before the command: %s', (commandLine, envNames) => {
    const kept = withCommand([], { ...NODE, commandLine });
    expect(kept).toEqual([{ ...NODE, envNames }]);
    expect(JSON.stringify(kept)).not.toContain('s3cret');
  });

  test('hold each command of a folder once, the newest first, as it was used last', () => {
    const other = { ...NODE, commandLine: 'node b.js' };
    const list = withCommand(withCommand(withCommand([], NODE), other), {
      ...NODE,
      settings: { era: 'initialize' },
    });
    expect(list).toEqual([{ ...NODE, settings: { era: 'initialize' } }, other]);
  });

  test('are read from what an earlier version stored, and without what is damaged', () => {
    expect(
      readRecentCommands([{ commandLine: 'node a.js' }, { commandLine: 'x', settings: { era: 7 } }, 3, {}]),
    ).toEqual([NODE, { ...NODE, commandLine: 'x' }]);
  });
});
