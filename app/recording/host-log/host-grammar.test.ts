import { expect, it } from 'vitest';
import { HOST_PLACES, hostNames } from '../../hosts/host-places.ts';
import { compiled, type Sentence, type WrittenGrammar } from './host-grammar.ts';
import GRAMMARS from './host-grammars.json' with { type: 'json' };
import { tapCommand } from './host-log-format.ts';
import { unopenedText } from './unopened-file.ts';

const MEANINGS: ReadonlySet<Sentence['means']> = new Set([
  ...([
    'start',
    'place',
    'connected',
    'stderr',
    'printed',
    'sent',
    'received',
    'call',
    'done',
    'failed',
    'cancelled',
    'trouble',
    'lost',
    'attempt',
    'not-started',
    'timeout',
    'closed',
    'asked',
    'stop',
    'left-out',
    'line',
  ] as const),
]);

it('advises "tap install" for the hosts whose files it changes, and for no others', () => {
  const advised = HOST_PLACES.filter(({ id }) => tapCommand(id).includes('tap install')).map(
    ({ name }) => name,
  );
  expect(advised.join(', ')).toBe(hostNames('tapped').replace(' or ', ', '));
  expect(unopenedText('2026-01-02T03:04:05Z INFO [workspace] opened')).toContain('tierscope tap -- COMMAND');
});

it('compiles every pattern of a grammar, and each sentence has a known meaning', () => {
  for (const [name, written] of Object.entries(GRAMMARS)) {
    const { heads, signs, sentences } = compiled(written as WrittenGrammar);
    const patterns = [...heads, ...signs, ...sentences.map(({ like }) => like)];
    expect(
      patterns.filter((one) => !(one instanceof RegExp)),
      name,
    ).toEqual([]);
    expect(
      sentences.map(({ means }) => means).filter((means) => !MEANINGS.has(means)),
      name,
    ).toEqual([]);
    expect(written.sources, name).not.toBe('');
  }
});
