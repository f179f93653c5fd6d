import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { HttpRun } from './http-run.ts';
import type { HttpNumbers, HttpRunOptions } from './http-wire.ts';
import { ownValues, type ServerSpec, type ServerToStart } from './record-body.ts';
import type { HttpRunEvents, ServerLink } from './server-link.ts';
import type { ServerProcessEvents } from './server-process.ts';
import { ServerRun } from './server-run.ts';

export type LinkPlace = Pick<ServerToStart, 'spec' | 'reaper'> & Omit<HttpRunOptions, 'spec' | 'events'>;

export type SomeLinkEvents = HttpRunEvents & Pick<ServerProcessEvents, 'spawned' | 'stdoutClosed'>;

/** Starts the server of a session, or connects to it. The reaper ends a process that this app leaves behind. */
export function openLink(place: LinkPlace, events: SomeLinkEvents): ServerLink {
  const { spec, journal, reaper } = place;
  if (spec.kind === 'http') return new HttpRun({ ...place, spec, events });
  const run: ServerRun = new ServerRun(spec, journal, {
    ...events,
    spawned: (pid) => {
      reaper.watch(pid, run.process.mark);
      events.spawned(pid);
    },
    exited: (exit) => {
      if (run.process.pid !== undefined) reaper.forget(run.process.pid);
      events.exited(exit);
    },
    restEnded: () => reaper.forget(run.process.mark),
  });
  return run;
}

export function httpNumbers(spec: ServerSpec): HttpNumbers {
  return { x: 0, secrets: new HttpSecrets(Object.keys(ownValues(spec))) };
}
