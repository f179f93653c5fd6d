import type { SavedProfile } from '../../../app/contract/profile-commands.ts';

/** A saved server without its own variables or settings. */
export const SAVED_PROFILE: SavedProfile = {
  id: 'p1',
  name: 'notes',
  command: 'node',
  args: ['server.js'],
  commandLine: 'node server.js',
  cwd: '/work',
  env: [],
  inputs: [],
  settings: {},
  seen: true,
};
