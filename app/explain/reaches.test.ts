import { expect, it } from 'vitest';
import { reachesRead, reachesText } from './reaches.ts';

it.each([
  ['tool', true, '', 'content'],
  ['protocol', 'MCP error -32602: no scope', '-32602', 'the code, the message'],
  ['protocol', 'no scope', '-32602', 'the message'],
] as const)('says of a %s error which parts of it a transcript has: %s', (tier, read, code, parts) => {
  const reaches = reachesRead(tier, 'claude-code', read, code);
  expect(reachesText(reaches, tier)).toBe(`${parts}: measured: this transcript`);
});
