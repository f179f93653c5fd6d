import { durationText, quote } from '../../explain/phrases.ts';
import { type CheckVerdict, failed, passed, skipped, warning } from './doctor-report.ts';
import type { AnswerOfServer, StartEvidence } from './start-evidence.ts';

const NOT_CALLED = 'Not looked at: the start is known from its records, and nothing is sent for it.';
const NO_HANDSHAKE = 'Not reached: the handshake did not succeed.';

/** UnsupportedProtocolVersion (2026-07-28, basic/index.mdx, error codes), and JSON-RPC's method not found. */
const OTHER_ERA: ReadonlySet<string> = new Set(['-32022', '-32601']);

/** Whether client and server found the way to open a session that both know. */
export function eraStep({ traffic, connection }: StartEvidence): CheckVerdict {
  const { discover, initialize } = traffic;
  if (!isAnswered(discover) && !isAnswered(initialize))
    return skipped('Not reached: no question was answered.');
  const wanted = connection?.wantedEra ?? 'auto';
  const evidence = [answerLine('server/discover', discover), answerLine('initialize', initialize)].flat();
  if (!traffic.opened && discover.kind !== 'result' && wanted === 'modern') {
    return failed(
      `The session is set to the era of 2026-07-28, and the server does not answer server/discover as that era does.`,
      'Set the era to auto, or update the server.',
      evidence,
    );
  }
  if (!traffic.opened && initialize.kind === 'error' && OTHER_ERA.has(initialize.code)) {
    return failed(
      `The server does not open a session with initialize: it answers error ${initialize.code}, ${quote(initialize.message)}.`,
      wanted === 'initialize'
        ? 'Set the era to auto: the server may speak 2026-07-28, which has no initialize. A host that only knows initialize needs an older version of the server.'
        : 'Client and server share no revision: update the older side, or ask for a revision that the server names.',
      evidence,
    );
  }
  if (discover.kind === 'error' && discover.code === '-32022' && initialize.kind === 'not-asked') {
    return failed(
      `The server names no revision that is known here: ${quote(discover.message)}.`,
      'Client and server share no revision: update the older side.',
      evidence,
    );
  }
  const reason = connection?.eraReason ?? '';
  const era = initialize.kind === 'result' ? 'The session opens with initialize.' : '';
  return passed([reason, era].filter((text) => text !== '').join(' ') || 'An answer came.', evidence);
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
export function handshakeStep({ traffic, connection }: StartEvidence): CheckVerdict {
  const { opened, initialize, firstLine, revision, server, lastedMs } = traffic;
  const ready = connection === undefined ? opened : connection.ready;
  if (ready) {
    const who = server === '' ? 'The server gives no name' : `The server is ${server}`;
    return passed(`${who}${revision === '' ? '' : `, with revision ${revision}`}.`);
  }
  if (firstLine === undefined) return skipped('Not reached: the server said nothing on stdout.');
  if (initialize.kind === 'error') {
    return failed(
      `The server refuses initialize with error ${initialize.code}: ${quote(initialize.message)}.`,
      'Mend what its message names. If it names nothing, its author must: initialize needs no setting up.',
    );
  }
  if (initialize.kind === 'rejected') {
    return failed(
      `The server answered initialize, and the client refused the answer: ${quote(initialize.message)}.`,
      'The author of the server must send protocolVersion, capabilities and serverInfo as the schema has them.',
    );
  }
  if (initialize.kind === 'unanswered') {
    return failed(
      `The server did not answer initialize in ${durationText(Math.round(lastedMs))}.`,
      'See what it does before it reads stdin, and whether its answer has the id of the request. If it only is slow, give it more time.',
    );
  }
  const failure = connection?.failure ?? '';
  return failed(
    failure === '' ? 'The handshake was not done.' : failure,
    'Open the session in Tierscope, and look at its last frames.',
  );
}

/** Whether the lists of what the server declared can be read. */
export function listsStep({ traffic, connection }: StartEvidence): CheckVerdict {
  if (connection === undefined) return skipped(NOT_CALLED);
  if (!connection.ready) return skipped(NO_HANDSHAKE);
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
    return failed(
      `The list of ${broken.what} failed: ${broken.failure}`,
      `The author of the server must answer ${broken.what}/list, or not declare ${broken.what}.`,
      evidence,
    );
  }
  if (lists.length === 0) {
    return warning(
      'The server declares no tools, resources or prompts: a host has nothing to show of it.',
      'If it should offer some, its author must declare the capability.',
      evidence,
    );
  }
  const counts = lists.map(({ what, count }) => `${count} ${what}`).join(', ');
  if (lists.every(({ count }) => count === 0)) {
    return warning(
      `It lists ${counts}.`,
      'Nothing is offered: see whether a setting or an account is missing.',
      evidence,
    );
  }
  return passed(`It lists ${counts}.`, evidence);
}

/** Whether one harmless call is answered. */
export function callStep({ connection }: StartEvidence): CheckVerdict {
  if (connection === undefined) return skipped(NOT_CALLED);
  if (!connection.ready) return skipped(NO_HANDSHAKE);
  const { call } = connection;
  if (call === undefined) return skipped('Nothing was called: the server ended before.');
  if (call.failure !== '') {
    return failed(
      `${call.what} failed: ${call.failure}`,
      'Make the same call in Tierscope, and read what Explain says of its answer.',
      [call.why],
    );
  }
  if (call.toolError) {
    return warning(
      `${call.what} was answered, and the tool reports that it failed.`,
      'The connection is fine. Make the call in Tierscope, and read what the tool says.',
      [call.why],
    );
  }
  return passed(`${call.what} was answered.`, [call.why]);
}
