import { expect, it } from 'vitest';
import type { HttpBody } from '../http-record.ts';
import { HttpSecrets } from './http-secrets.ts';

const place = { type: 'http', x: 1 } as const;

function request(url: string, headers: [string, string][]): HttpBody {
  return { ...place, event: 'request', method: 'POST', url, headers, purpose: 'mcp' };
}

it('keeps of a token its scheme, its length and, of a JWT, who it is from and for what', () => {
  const payload = btoa(
    JSON.stringify({ iss: 'https://as.example', aud: 'me', exp: 9, scope: 'a b', sub: 'ann' }),
  ).replaceAll('=', '');
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${payload}.c2ln`;
  const cut = JSON.stringify(
    new HttpSecrets().cut(
      request('http://h/mcp', [
        ['Authorization', `Bearer ${jwt}`],
        ['authorization', 'Bearer abcdef'],
      ]),
    ),
  );
  expect(cut).toContain(`Bearer <redacted:${jwt.length} iss=https://as.example aud=me exp=9 scope=a b>`);
  expect(cut).toContain('Bearer <redacted:6>');
  expect(cut).not.toContain('ann');
});

it('cuts cookies, keys, and the headers that the user gave', () => {
  const headers: [string, string][] = [
    ['Cookie', 'a=secret1'],
    ['Set-Cookie', 'b=secret2; Path=/'],
    ['Proxy-Authorization', 'Basic secret3'],
    ['X-API-Key', 'secret4'],
    ['x-Mine', 'secret5'],
    ['Accept', 'application/json'],
  ];
  const cut = new HttpSecrets(['X-Mine']).cut(
    request('http://u:secret6@h/mcp?access_token=secret7&a=1', headers),
  );
  expect(JSON.stringify(cut)).not.toMatch(/secret\d/);
  expect(JSON.stringify(cut)).toContain('application/json');
});

it('gives one session id one name, in heads and in the query of HTTP+SSE', () => {
  const secrets = new HttpSecrets();
  const sent = secrets.cut(request('http://h/messages?sessionId=abc-def', [['Mcp-Session-Id', 'other']]));
  const response = { ...place, event: 'response', status: 200 } as const;
  const minted = secrets.cut({ ...response, headers: [['mcp-session-id', 'abc-def']] });
  expect(sent).toMatchObject({
    url: 'http://h/messages?sessionId=sid-1',
    headers: [['Mcp-Session-Id', 'sid-2']],
  });
  expect(minted).toMatchObject({ headers: [['mcp-session-id', 'sid-1']], sessionId: { length: 7 } });
});

it('says of a session id that it counts, or holds what is no visible ASCII', () => {
  const secrets = new HttpSecrets();
  const mint = (id: string) =>
    secrets.cut({ ...place, event: 'response', status: 200, headers: [['mcp-session-id', id]] });
  mint('s-41');
  expect(mint('s-42')).toMatchObject({ sessionId: { length: 4, counting: true } });
  expect(mint('sé ssion')).toMatchObject({ sessionId: { strange: true } });
});

it('cuts texts of authorization bodies, and leaves messages and numbers', () => {
  const secrets = new HttpSecrets();
  const body = (text: string): HttpBody => ({ ...place, event: 'body', text });
  const json = '{"access_token":"secret1","expires_in":3600,"error":{"code":-32000},"code":"secret2"}';
  const cut = JSON.stringify([
    secrets.cut(body(json), 'token'),
    secrets.cut(body('grant_type=authorization_code&code=secret3&code_verifier=secret4'), 'token'),
  ]);
  expect(cut).not.toMatch(/secret\d/);
  expect(cut).toContain('-32000');
  expect(cut).toContain('grant_type=authorization_code');
  expect(secrets.cut(body('{"sessionId":"abc"}'))).toMatchObject({ text: '{"sessionId":"sid-1"}' });
  expect(secrets.cut(body('{"code":"plain"}'))).toMatchObject({ text: '{"code":"plain"}' });
});
