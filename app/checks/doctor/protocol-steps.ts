import { durationText, quote } from '../../explain/phrases.ts';
import { hostsTooShortFor, limitsText } from '../../hosts/start-limits.ts';
import { type CheckVerdict, type StepId, verdict } from './doctor-report.ts';
import { failedOverHttp } from './http-steps.ts';
import type { AnswerOfServer, StartEvidence } from './start-evidence.ts';

/** UnsupportedProtocolVersion (2026-07-28, basic/index.mdx, error codes), and JSON-RPC's method not found. */
const OTHER_ERA: ReadonlySet<string> = new Set(['-32022', '-32601']);

/** Whether client and server agreed on a way to open a session. */
export function eraStep({ traffic, connection }: StartEvidence): CheckVerdict {
  const { discover, initialize } = traffic;
  if (!isAnswered(discover) && !isAnswered(initialize)) return verdict('era-not-reached');
  const wanted = connection?.wantedEra ?? 'auto';
  const evidence = [answerLine('server/discover', discover), answerLine('initialize', initialize)].flat();
  if (!traffic.opened && discover.kind !== 'result' && wanted === 'modern') {
    return verdict('era-not-modern', {}, evidence);
  }
  if (!traffic.opened && initialize.kind === 'error' && OTHER_ERA.has(initialize.code)) {
    return verdict(
      wanted === 'initialize' ? 'era-only-modern' : 'era-no-shared-revision',
      { code: initialize.code, message: quote(initialize.message) },
      evidence,
    );
  }
  if (discover.kind === 'error' && discover.code === '-32022' && initialize.kind === 'not-asked') {
    return verdict('era-no-revision', { message: quote(discover.message) }, evidence);
  }
  const reason = connection?.eraReason ?? '';
  const era = initialize.kind === 'result' ? 'The session opens with initialize.' : '';
  const how = [reason, era].filter((text) => text !== '').join(' ');
  return how === '' ? verdict('era-answered', {}, evidence) : verdict('era-found', { how }, evidence);
}

function isAnswered({ kind }: AnswerOfServer): boolean {
  return kind !== 'not-asked' && kind !== 'unanswered';
}

function answerLine(method: string, answer: AnswerOfServer): readonly string[] {
  switch (answer.kind) {
    case 'not-asked':
      return [];
    case 'unanswered':
      return [`${method}: no answer`];
    case 'result':
      return [`${method}: a result`];
    case 'rejected':
      return [`${method}: a result that the client refused: ${answer.message}`];
    case 'error':
      return [`${method}: error ${answer.code} ${answer.message}`.trimEnd()];
  }
}

/** Whether the session was opened, and with which revision. */
export function handshakeStep({ url, traffic, connection }: StartEvidence): CheckVerdict {
  const { opened, initialize, firstLine, revision, server, lastedMs, firstAnswerMs } = traffic;
  const ready = connection === undefined ? opened : connection.ready;
  if (ready) {
    const who = server === '' ? 'The server gives no name' : `The server is ${server}`;
    return withFirstAnswer(
      verdict(revision === '' ? 'handshake-done' : 'handshake-done.revision', { who, revision }),
      firstAnswerMs,
    );
  }
  if (traffic.http?.rung === 'answer') return failedOverHttp(traffic.http);
  if (url !== undefined && firstLine === undefined) return verdict('http-not-reached');
  if (firstLine === undefined) return verdict('handshake-not-reached');
  if (initialize.kind === 'error') {
    return verdict('handshake-refused', { code: initialize.code, message: quote(initialize.message) });
  }
  if (initialize.kind === 'rejected') {
    return verdict('handshake-answer-refused', { message: quote(initialize.message) });
  }
  if (initialize.kind === 'unanswered') {
    return verdict('handshake-unanswered', { duration: durationText(Math.round(lastedMs)) });
  }
  const failure = connection?.failure ?? '';
  return failure === '' ? verdict('handshake-not-done') : verdict('handshake-failed', { failure });
}

/** A completed handshake with the time to the first answer; a warning if hosts allow less. */
function withFirstAnswer(done: CheckVerdict, ms: number | undefined): CheckVerdict {
  if (ms === undefined) return done;
  const evidence = [`First answer: ${durationText(ms)}. Hosts wait by default: ${limitsText()}`];
  const hosts = hostsTooShortFor(ms);
  if (hosts.length === 0) return { ...done, evidence };
  const settings = hosts.map(({ name, setting }) => `${name}: ${setting}`).join('; ');
  const values = { done: done.found, ms: durationText(ms), hosts: limitsText(hosts), settings };
  return verdict('handshake-slow', values, evidence);
}

/** Whether the lists of the declared capabilities can be read. */
export function listsStep({ traffic, connection }: StartEvidence): CheckVerdict {
  if (connection === undefined) return verdict('not-called');
  if (!connection.ready) return verdict('no-handshake');
  const { lists } = connection;
  const declared = traffic.capabilities ?? [];
  const evidence = [
    `Declared: ${declared.length === 0 ? 'nothing' : declared.join(', ')}`,
    ...lists.map(
      ({ what, count, failure }) => `${what}: ${count}${failure === '' ? '' : `, then: ${failure}`}`,
    ),
  ];
  const broken = lists.find(({ failure }) => failure !== '');
  if (broken !== undefined) {
    return verdict('list-failed', { what: broken.what, failure: broken.failure }, evidence);
  }
  if (lists.length === 0) return verdict('nothing-declared', {}, evidence);
  const counts = lists.map(({ what, count }) => `${count} ${what}`).join(', ');
  const { problems = [], isAsked = false } = connection.ofLists ?? {};
  const [first] = problems;
  if (first !== undefined) {
    const others = problems.length - 1;
    const more = others === 1 ? 'One more problem stands' : `${others} more problems stand`;
    const values = { counts, ...first, more };
    const all = problems.map(({ found }) => found);
    const key = problems.length === 1 ? 'list-problem' : 'list-problem.several';
    return { ...verdict(key, values, [...evidence, ...all]), status: isAsked ? 'failed' : 'warning' };
  }
  if (lists.every(({ count }) => count === 0)) return verdict('nothing-listed', { counts }, evidence);
  return verdict('listed', { counts }, evidence);
}

/** Whether one harmless call is answered. */
export function callStep({ connection }: StartEvidence): CheckVerdict {
  if (connection === undefined) return verdict('not-called');
  if (!connection.ready) return verdict('no-handshake');
  const { call } = connection;
  if (call === undefined) return verdict('call-not-made');
  if (call.failure !== '') {
    return verdict('call-failed', { what: call.what, failure: call.failure }, [call.why]);
  }
  if (call.toolError) return verdict('call-tool-failed', { what: call.what }, [call.why]);
  return verdict('call-answered', { what: call.what }, [call.why]);
}

/** The verdict of a check, unless an answer it depends on had the wrong id. */
export function withIds(id: StepId, done: CheckVerdict, { traffic }: StartEvidence): CheckVerdict {
  const other = traffic.misnumbered?.find(({ method }) => stepOf(method) === id);
  if (other === undefined) return done;
  const values = { ...other, found: done.found };
  const isUsable = id === 'era' || (done.status !== 'failed' && other.under === `the id "${other.id}"`);
  return verdict(
    isUsable ? 'answered-under-other-id.usable' : 'answered-under-other-id',
    values,
    done.evidence,
  );
}

function stepOf(method: string): StepId {
  if (method === 'server/discover') return 'era';
  if (method === 'initialize') return 'handshake';
  return method.endsWith('/list') ? 'lists' : 'call';
}
