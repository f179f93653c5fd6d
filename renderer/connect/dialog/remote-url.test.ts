import { expect, it } from 'vitest';
import { bridgeCommand, remoteUrl } from './connect-dialog.tsx';

it.each([
  ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
  ['  "http://localhost:3000/sse" ', 'http://localhost:3000/sse'],
  ['npx -y mcp-remote https://mcp.example.com/mcp', ''],
  ['node server.js', ''],
  ['https://', ''],
  ['', ''],
])('finds in "%s" the address "%s"', (text, url) => {
  expect(remoteUrl(text)).toBe(url);
});

it('makes a command of an address, which is none itself', () => {
  expect(remoteUrl(bridgeCommand('https://mcp.example.com/mcp'))).toBe('');
});
