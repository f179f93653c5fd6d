import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { recordingFile } from '../recording/recording-file.ts';
import { GuardedServer, type ServedOptions, served } from '../system/loopback-gate.ts';
import type { TelemetryPlan } from '../telemetry/otlp-sender.ts';
import { AnswerControl, realClocks } from './answer-control.ts';
import { ControlServer } from './control-server.ts';
import { HttpTap, type TappedAddress, WHOLE_BYTES } from './http-tap.ts';
import { announce, WorkerTapLog } from './run-tap.ts';
import { copyQueue } from './tap.ts';
import { type CopyQueue, NOTHING } from './tap-message.ts';
import { tapAddressOf, tapPlaces } from './tap-place.ts';

/** By default, always the same port for the same server. */
export type RunHttpTapOptions = ServedOptions & {
  readonly version: string;
  readonly upstream: TappedAddress;
  readonly label: string;
  readonly telemetry?: TelemetryPlan | undefined;
  readonly to?: string | undefined;
  readonly dataFolder: string;
  readonly writerScript: string;
};

/** The sessions announced to the app; a further one takes the place of the one silent for longest. */
const MAX_ANNOUNCED = 32;

/** `tierscope tap --url`: a recording reverse proxy on 127.0.0.1. Prints its address. Returns 0, or 3 on failure. */
export async function tapAddress(options: RunHttpTapOptions): Promise<number> {
  const { dataFolder, version, label, upstream, write, writeError } = options;
  const places = await tapPlaces(dataFolder);
  if (!places.ok) {
    writeError(`tierscope: ${places.error}\n`);
    return 3;
  }
  const place = places.value(upstream.url);
  const startedAt = new Date();
  const file = recordingFile(join(dataFolder, 'recordings'), startedAt, label, `tap-${process.pid}`);
  const times = { startedAt: startedAt.toISOString(), epoch: performance.now() };
  const log = new WorkerTapLog(options.writerScript, {
    ...times,
    file,
    version,
    label,
    secretHeaders: upstream.headers.map(([name]) => name),
    insecure: upstream.insecure ?? false,
    telemetry: options.telemetry,
    to: options.to,
  });
  const queue = copyQueue(log);
  const sessions = new TappedSessions({ dataFolder, file, label }, queue);
  const tap = new HttpTap({
    ...{ upstream, token: place.token },
    copy: (copied) => queue.add(copied),
    onSession: (session) => void sessions.controlOf(session),
    controlOf: (session) => sessions.controlOf(session),
  });
  // Earlier traffic would be lost with a killed tap.
  await log.ready();
  const port = options.port ?? place.port;
  const opened = GuardedServer.listen(port, tap.take.bind(tap), undefined, WHOLE_BYTES);
  const end = await served(
    { ...options, port, ended: options.ended.then(() => tap.close()) },
    opened,
    (server) => {
      write(`${tapAddressOf({ ...place, port: server.port }, upstream.url)}\n`);
      writeError(helloText(options));
    },
  );
  queue.drain();
  await Promise.all([log.close(), sessions.close()]);
  if (log.lost !== '') writeError(`tierscope: ${log.lost}\n`);
  return end;
}

function helloText({ upstream, label }: RunHttpTapOptions): string {
  const warning = upstream.insecure ? 'tierscope: no certificate is checked (--insecure).\n' : '';
  const shown = new HttpSecrets().url(upstream.url.href);
  return `${warning}tierscope: recording ${label} at ${shown}. Give the address above to the agent; Ctrl+C ends the tap.\n`;
}

type TapAbout = Pick<RunHttpTapOptions, 'dataFolder' | 'label'> & { readonly file: string };

type Announced = {
  readonly control: AnswerControl;
  readonly unannounce: Promise<(() => Promise<void>) | undefined>;
};

/** The sessions of one tap: each is announced to the app, and takes its own orders. */
class TappedSessions {
  readonly #about: TapAbout;
  readonly #queue: CopyQueue;
  /** The announced sessions, the longest silent first. */
  readonly #announced = new Map<string, Announced>();

  constructor(about: TapAbout, queue: CopyQueue) {
    this.#about = about;
    this.#queue = queue;
  }

  controlOf(session: string): AnswerControl {
    const announced = this.#announced.get(session) ?? this.#begin(session);
    this.#announced.delete(session);
    this.#announced.set(session, announced);
    const [silent] = this.#announced.keys();
    if (this.#announced.size > MAX_ANNOUNCED && silent !== undefined) void this.#end(silent);
    return announced.control;
  }

  #begin(session: string): Announced {
    const { dataFolder, file, label } = this.#about;
    const server = new ControlServer();
    const control = new AnswerControl({
      ...realClocks,
      note: (note) => {
        const event = { kind: 'note', session, note } as const;
        this.#queue.add({ kind: 'http', at: performance.now(), x: 0, event, chunk: NOTHING });
      },
      onChange: () => server.changed(),
    });
    server.attach(control);
    const tap = { pid: process.pid, file, label, cwd: process.cwd(), session };
    return { control, unannounce: announce(server, dataFolder, tap).catch(() => undefined) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#announced.keys()].map((session) => this.#end(session)));
  }

  async #end(session: string): Promise<void> {
    const ended = this.#announced.get(session);
    this.#announced.delete(session);
    await (await ended?.unannounce)?.().catch(() => undefined);
  }
}
