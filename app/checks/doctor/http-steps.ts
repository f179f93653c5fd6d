import { lostAnswer } from '../../explain/lost-answer.ts';
import { hostOf, mediaType, pathOf } from '../../frame/http-record.ts';
import type { Where } from '../../frame/tier.ts';
import { type HttpExchange, isSuccess, statusOf } from '../../session/http-exchange.ts';
import type { HttpEvent } from '../../session/session-event.ts';
import { type CheckVerdict, type StepId, verdict } from './doctor-report.ts';
import type { HttpStart, StartEvidence } from './start-evidence.ts';

/** What can fail before an MCP endpoint answers, in order. */
const RUNGS = ['name', 'connection', 'tls', 'path', 'method', 'content-type', 'session', 'answer'] as const;
type Rung = (typeof RUNGS)[number];

const OF_PHASE: Readonly<Record<string, Rung>> = { dns: 'name', connect: 'connection', tls: 'tls' };
const OF_STATUS: ReadonlyMap<number, Rung> = new Map([
  [404, 'path'],
  [405, 'method'],
  [406, 'content-type'],
  [415, 'content-type'],
  [421, 'name'],
]);

/** Why a start failed, according to a closed exchange; undefined if it does not say. */
export function httpStart({ http, ended, error, session }: HttpEvent): HttpStart | undefined {
  const lost = ended.find(({ tier }) => tier === 'transport');
  const where = lost?.where ?? error?.http?.where;
  if (where === undefined) return undefined;
  const method = lost?.method ?? '';
  const { text, todo, cause } = lostAnswer(http, session, where, method);
  return { method, rung: rungOf(http, where), found: text, todo, cause };
}

function rungOf(http: Readonly<HttpExchange>, where: Where | ''): Rung {
  if (http.failed !== undefined)
    return where === 'tls' ? 'tls' : (OF_PHASE[http.failed.phase] ?? 'connection');
  if (where === 'session') return 'session';
  const status = statusOf(http);
  if (status >= 300 && status < 400) return 'path';
  const isOther = !['application/json', 'text/event-stream'].includes(mediaType(http.response?.headers));
  return OF_STATUS.get(status) ?? (isSuccess(http) && isOther ? 'content-type' : 'answer');
}

/** The checks of an address: everything before the first failure has passed. */
export function httpSteps({
  url = '',
  traffic,
  connection,
}: StartEvidence): Partial<Record<StepId, CheckVerdict>> {
  const isReady = connection === undefined ? traffic.opened : connection.ready;
  const failed = isReady ? undefined : traffic.http;
  const last = failed === undefined ? RUNGS.length : RUNGS.indexOf(failed.rung);
  const passed: Readonly<Record<Exclude<Rung, 'answer'>, CheckVerdict>> = {
    name: verdict('name-known', { host: hostOf(url) }),
    connection: verdict('connection-made'),
    tls: verdict(url.startsWith('https:') ? 'certificate-trusted' : 'no-tls'),
    path: verdict('endpoint-found', { path: pathOf(url) }),
    method: verdict('post-taken'),
    'content-type': verdict('answers-readable'),
    session: verdict('session-kept'),
  };
  const isSilent = failed === undefined && !isReady;
  const isUnsent = traffic.discover.kind === 'not-asked' && traffic.initialize.kind === 'not-asked';
  const failure = isUnsent ? (connection?.failure ?? '') : '';
  return Object.fromEntries(
    Object.entries(passed).map(([id, done], index) => {
      if (isSilent && failure !== '' && id === 'connection')
        return [id, verdict('http-not-prepared', { failure })];
      if (isSilent || index > last) return [id, verdict('http-not-reached')];
      return [id, failed !== undefined && index === last ? failedOverHttp(failed) : done];
    }),
  );
}

export function failedOverHttp({ found, todo, cause }: HttpStart): CheckVerdict {
  return verdict('cause', { found, todo }, cause === '' ? [] : [cause]);
}
