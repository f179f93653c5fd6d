import { expect, it } from 'vitest';
import { HOST_PLACES, hostFilesOf, hostLogsOf } from './host-places.ts';

it('names a source for every place', () => {
  const places = HOST_PLACES.flatMap((host) => [host, ...host.logs]);
  expect(places.filter(({ source }) => source.length < 10)).toEqual([]);
});

it.each(['linux', 'darwin', 'win32'])('knows where every host keeps its files on %s', (platform) => {
  const place = { platform, home: platform === 'win32' ? 'C:\\Users\\Ada' : '/home/ada', env: {} };
  for (const host of HOST_PLACES) {
    const paths = [...hostFilesOf(host, place).map(({ path }) => path), ...hostLogsOf(host, place)];
    expect(paths.length, host.id).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith(place.home) || path.includes('{'))).toEqual([]);
  }
});

it('follows the folders that the environment names', () => {
  const claude = HOST_PLACES.filter(({ id }) => id === 'claude-code' || id === 'zed');
  const env = { CLAUDE_CONFIG_DIR: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: 'relative' };
  expect(claude.flatMap((host) => hostLogsOf(host, { platform: 'linux', home: '/h', env }))).toEqual([
    '/h/.cache/claude-cli-nodejs/*/*mcp-logs-*/*',
    '/c/debug/*.txt',
    '/d/zed/logs/Zed.log',
  ]);
});
