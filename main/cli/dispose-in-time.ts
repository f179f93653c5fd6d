import type { HostApi } from '../hub/host-api.ts';

/** A server has its grace to end by itself, then its process tree is ended; this bounds both. */
const LONGEST_MS = 6000;

/** Ends every session of a host; resolves after six seconds at the latest, also when that fails. */
export async function disposeInTime(host: HostApi): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS);
  });
  const disposal = host.dispose().catch((fault: unknown) => console.error(`tierscope: ${String(fault)}`));
  await Promise.race([disposal, late]);
  clearTimeout(timer);
}
