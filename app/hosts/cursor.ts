import { jsonHost } from './json-host.ts';

/** Cursor: a user file and a project file (cursor.com/docs/mcp). */
export const cursor = jsonHost('cursor', 'editor');
