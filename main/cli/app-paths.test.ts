import { expect, test } from 'vitest';
import { dataFolder, tapFor, telemetryOf } from './app-paths.ts';

const linux = { platform: 'linux', env: {}, home: '/home/ada' } as const;

test('what is typed wins over the environment, and that over the usual place', () => {
  const place = { ...linux, env: { TIERSCOPE_DATA: '/env' } };
  expect(dataFolder('/typed', place)).toBe('/typed');
  expect(dataFolder(undefined, place)).toBe('/env');
  expect(dataFolder(undefined, linux)).toBe('/home/ada/.local/share/tierscope');
});

test('each system has its own usual place', () => {
  expect(dataFolder(undefined, { ...linux, env: { XDG_DATA_HOME: '/data' } })).toBe('/data/tierscope');
  expect(dataFolder(undefined, { ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe(
    '/home/ada/.local/share/tierscope',
  );
  expect(dataFolder(undefined, { platform: 'darwin', env: {}, home: '/Users/ada' })).toBe(
    '/Users/ada/Library/Application Support/Tierscope',
  );
  const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
  expect(dataFolder(undefined, { platform: 'win32', env, home: 'C:\\Users\\ada' })).toBe(
    'C:\\Users\\ada\\AppData\\Local\\Tierscope',
  );
});

test.each(['linux', 'darwin'] as const)(
  'without a home folder %s has no usual place, and that is said',
  (platform) => {
    const nowhere = { platform, env: { XDG_DATA_HOME: 'relative' }, home: '' };
    expect(() => dataFolder(undefined, nowhere)).toThrow('There is no home folder');
    expect(dataFolder('/typed', nowhere)).toBe('/typed');
  },
);

test('a tap names its data folder unless it is the one that every program of the user finds', () => {
  const tap = ['node', 'tierscope.js'];
  const usual = '/home/ada/.local/share/tierscope';
  expect(tapFor(usual, tap, linux)).toEqual({ command: tap, options: [] });
  expect(tapFor('/my data', tap, linux).options).toEqual(['--data', '/my data']);
  const shell = { ...linux, env: { TIERSCOPE_DATA: '/env', XDG_DATA_HOME: '/share' } };
  expect(tapFor(dataFolder(undefined, shell), tap, shell).options).toEqual(['--data', '/env']);
});

test('the app sends telemetry only to the address that its environment names', () => {
  expect(telemetryOf('w.js', {})).toBe(undefined);
  expect(telemetryOf('w.js', { TIERSCOPE_OTLP: 'ftp://x' })).toBe(undefined);
  expect(
    telemetryOf('w.js', { TIERSCOPE_OTLP: 'http://127.0.0.1:4318', TIERSCOPE_OTLP_PAYLOADS: '1' }),
  ).toMatchObject({
    script: 'w.js',
    url: 'http://127.0.0.1:4318',
    payloads: true,
  });
});
