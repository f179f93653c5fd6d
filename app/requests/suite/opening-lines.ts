import { eraOf, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { requestText } from '../raw-editor/template.ts';

function contextOf(revision: string, id: string) {
  const freshId = JSON.stringify(id);
  return { revision, freshId, usedId: freshId, openId: freshId, tool: '' };
}

/** The lines by which a process begins before a line is written to it as it is. */
export function openingTexts(revision: string): readonly string[] {
  if (eraOf(revision) === 'modern') return [];
  const clientInfo = { name: 'suite', version: '1.0.0' };
  const params = {
    protocolVersion: revision === '' ? LAST_INITIALIZE : revision,
    capabilities: {},
    clientInfo,
  };
  return [
    requestText(contextOf(revision, 'opening'), 'initialize', params),
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ];
}

/** A request that every server of the revision answers, with the id `fence`. */
export function fenceText(revision: string): string {
  return requestText(contextOf(revision, 'fence'), eraOf(revision) === 'modern' ? 'server/discover' : 'ping');
}
