import { describe, expect, it } from 'vitest';
import { SessionScript } from './testing/session-script.ts';

function adviceOn(line: string, vocabularies: readonly string[] = []): string | undefined {
  const script = new SessionScript().handshake().server(line);
  return script.findings({ vocabularies: () => vocabularies }).find(({ rule }) => rule === 'E11')?.todo;
}

describe('the advice on noise', () => {
  it.each([
    ['14:02:11.408 [info] library is open', 'IO.puts(:stderr'],
    ['14:02:11.408 [main] INFO  garden.Beds - reed is rare', 'System.err'],
    ['2026-11-22T14:02:11.408Z  INFO seeds::drawer: lamp on', 'eprintln!'],
    ['2026/11/22 14:02:11 listening on 8080', 'os.Stderr'],
    ['INFO:apiary:hive opened', 'sys.stderr'],
    ['info: Shop.Till[0]', 'Console.Error'],
  ])('knows the runtime by the look of %j', (line, cure) => {
    expect(adviceOn(line)).toContain(cure);
  });

  it('follows the vocabulary before the look of the line', () => {
    expect(adviceOn('INFO:apiary:hive opened', ['go-sdk'])).toContain('os.Stderr');
  });

  it('stays general where nothing tells the runtime', () => {
    expect(adviceOn('ready')).toBe(
      'The server must write its logs and banners to stderr, and nothing but messages to stdout.',
    );
  });
});
