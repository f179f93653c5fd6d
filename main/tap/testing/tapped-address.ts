import { performance } from 'node:perf_hooks';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { GuardedServer } from '../../system/loopback-gate.ts';
import { AnswerControl, realClocks } from '../answer-control.ts';
import { HttpTap, type TappedAddress, WHOLE_BYTES } from '../http-tap.ts';
import { HttpTapRecording } from '../http-tap-recording.ts';
import { tapAddressOf } from '../tap-place.ts';

/** A tap in front of an address, with records created at once and kept in memory. */
export async function tappedAddress(url: string, more: Partial<TappedAddress> = {}) {
  const records: KnownRecord[] = [];
  const epoch = performance.now();
  const secretHeaders = (more.headers ?? []).map(([name]) => name);
  const store = {
    append: (record: KnownRecord) => void records.push(record),
    close: () => Promise.resolve(),
  };
  const recording = new HttpTapRecording(store, epoch, {
    ...{ label: 'tapped', secretHeaders, insecure: more.insecure ?? false },
  });
  const token = 'tttttttttttttttttttttt';
  const controls = new Map<string, AnswerControl>();
  const tap = new HttpTap({
    upstream: { url: new URL(url), headers: [], ...more },
    token,
    copy: (copied) => recording.copied(copied),
    onSession: (session) => {
      const note = (noted: Parameters<ConstructorParameters<typeof AnswerControl>[0]['note']>[0]) =>
        recording.copied({
          ...{ kind: 'http', at: performance.now(), x: 0, chunk: new Uint8Array() },
          event: { kind: 'note', session, note: noted },
        });
      controls.set(session, new AnswerControl({ ...realClocks, note, onChange: () => undefined }));
    },
    controlOf: (session) => controls.get(session),
  });
  const server = await GuardedServer.listen(0, tap.take.bind(tap), undefined, WHOLE_BYTES);
  return {
    records,
    controls,
    port: server.port,
    url: tapAddressOf({ port: server.port, token }, new URL(url)),
    take: tap.take.bind(tap),
    openExchanges: () => tap.openExchanges,
    close: async () => {
      await tap.close();
      await server.close();
    },
  };
}
