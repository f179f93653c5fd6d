import { jsonHost } from './json-host.ts';

/** Cursor: a file of the user and one of a project (cursor.com/docs/mcp). */
export const cursor = jsonHost('cursor', 'editor');
