import type { ClientRecord, KnownRecord, ProcessRecord, SessionRecord } from '../../app/frame/record.ts';
import { NOT_SAFE, ping, pong, received, sent, texts } from './made-records.ts';

const place = { seq: 0, at: 0, session: 's1' };
const SESSION: SessionRecord = { type: 'session', ...place, label: 'l', origin: 'connect' };

const timedOut = (id: number): ClientRecord => ({
  type: 'client',
  ...place,
  event: 'timeout',
  id,
  message: 'm',
});
const process = (event: ProcessRecord['event']): ProcessRecord => ({ type: 'process', ...place, event });
const asked = (id: number | string) => sent(ping(id));
const answered = (id: number | string) => received(pong(id));
const cancelled = (id: number | string) =>
  sent(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`);
const called = (id: number) =>
  sent(
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x","_meta":{"progressToken":${id}}}}`,
  );
const progressed = (token: number) =>
  received(
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":1}}`,
  );

/** As many steps as there is room for, each for a number of its own. */
function repeated(bytes: number, step: (id: number) => readonly KnownRecord[]): KnownRecord[] {
  return texts(bytes, ping).flatMap((_, index) => step(index + 1));
}

/** A server that has answered nothing for 10 s is blamed for each request, and only a large input takes as long. */
function opening(): KnownRecord[] {
  return [SESSION, asked('"first"'), answered('"first"')];
}

/** A session that takes each step for all numbers before the next step. */
function inTurn(...steps: readonly ((id: number) => readonly KnownRecord[])[]) {
  return (bytes: number) => [...opening(), ...steps.flatMap((step) => repeated(bytes / 4, step))];
}

/** Calls that stay without an answer, or get it late, and what else comes meanwhile. */
export const UNANSWERED: Readonly<Record<string, (bytes: number) => readonly KnownRecord[]>> = {
  'progress of cancelled calls': inTurn((id) => [called(id), cancelled(id), progressed(id)]),
  'orphans beside requests of the server': inTurn(
    (id) => [received(ping(id))],
    (id) => [answered(`"own ${id}"`)],
  ),
  'orphans beside calls that hang': inTurn(
    (id) => [asked(id)],
    (id) => [asked(`"${id}"`), answered(`"${id}"`), cancelled(-1), answered(`"own ${id}"`)],
  ),
  'answers after a time-out': inTurn(
    (id) => [asked(id), asked(`"${id}"`), answered(`"${id}"`), timedOut(id)],
    (id) => [answered(id)],
  ),
  'cancelled ids beyond 2^53': inTurn(
    (id) => [asked(NOT_SAFE * 4 + id * 1000)],
    (id) => [cancelled(NOT_SAFE * 8 + id * 4000)],
  ),
  'a stdin that is closed again and again': inTurn(
    (id) => [asked(id)],
    () => [process('stdin-closed')],
  ),
  'handshakes beside calls that hang': inTurn((id) => [
    ...[asked(id), sent('{"jsonrpc":"2.0","id":"i","method":"initialize"}')],
    answered(`"own ${id}"`),
  ]),
  restarts: inTurn((id) => [process('spawned'), asked(id), process('stdout-closed'), process('exited')]),
  'requests of the server within one call': (bytes) => [
    ...[...opening(), called(0)],
    ...repeated(bytes / 4, (id) => [received(ping(id))]),
    ...repeated(bytes / 4, (id) => [sent(pong(id))]),
    answered(0),
  ],
};
