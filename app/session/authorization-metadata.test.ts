import { expect, it } from 'vitest';
import { LogModel } from './log-model.ts';
import { answer, HttpScript } from './testing/http-script.ts';

const BASE = 'https://api.example';
const RESOURCE = `${BASE}/.well-known/oauth-protected-resource`;
const AS = `${BASE}/.well-known/oauth-authorization-server`;
const ENDPOINTS = { issuer: BASE, token_endpoint: `${BASE}/token` };

/** Failures outside calls, after metadata at an address, and those that remain after a later call with a token. */
function faults(url: string, body: object) {
  const script = new HttpScript().at(url).get({ body });
  const failed = orphansIn(script);
  const later = orphansIn(
    script.at(`${BASE}/mcp`).call(1, { body: answer(1) }, { Authorization: 'Bearer x' }),
  );
  return { failed, later };
}

function orphansIn({ records }: HttpScript) {
  const log = new LogModel();
  for (const record of records) log.take(record);
  log.finish();
  return log.model('s1').book.orphans.map(({ tier, http }) => `${tier} ${http?.where} ${http?.status}`);
}

const FAULT = { failed: ['transport auth 200'], later: [] };
const NONE = { failed: [], later: [] };

it.each([
  ['names another host', `${RESOURCE}/mcp`, { resource: 'https://other.example/mcp' }, FAULT],
  ['names another path', `${RESOURCE}/mcp`, { resource: `${BASE}/v2/mcp` }, FAULT],
  ['names what was called', `${RESOURCE}/mcp`, { resource: `${BASE}/mcp` }, NONE],
  ['names what is above it', `${RESOURCE}/a/mcp`, { resource: `${BASE}/a` }, NONE],
  ['names any path, read at the root', RESOURCE, { resource: `${BASE}/mcp` }, NONE],
  [
    'names another port of this machine, which a proxy may have',
    'http://127.0.0.1:4000/.well-known/oauth-protected-resource/mcp',
    { resource: 'http://localhost:5000/mcp' },
    NONE,
  ],
  ['has no registration', AS, ENDPOINTS, FAULT],
  ['has a registration that is null', AS, { ...ENDPOINTS, registration_endpoint: null }, FAULT],
  ['has a registration', AS, { ...ENDPOINTS, registration_endpoint: `${BASE}/register` }, NONE],
  ['takes client id documents', AS, { ...ENDPOINTS, client_id_metadata_document_supported: true }, NONE],
  ['is of no authorization server', AS, { keys: [] }, NONE],
] as const)('metadata that %s', (_name, url, body, expected) => {
  expect(faults(url, body)).toEqual(expected);
});
