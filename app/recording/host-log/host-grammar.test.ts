import { expect, it } from 'vitest';
import { HOST_PLACES, hostNames } from '../../hosts/host-places.ts';
import { tapCommand } from './host-log-format.ts';
import { unopenedText } from './unopened-file.ts';

it('advises "tap install" for the hosts whose files it changes, and for no others', () => {
  const advised = HOST_PLACES.filter(({ id }) => tapCommand(id).includes('tap install')).map(
    ({ name }) => name,
  );
  expect(advised.join(', ')).toBe(hostNames('tapped').replace(' or ', ', '));
  expect(unopenedText('2026-01-02T03:04:05Z INFO [workspace] opened')).toContain('tierscope tap -- COMMAND');
});
