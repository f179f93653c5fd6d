const DAY_MS = 86_400_000;
const PARTS = /^(?:(\d+):)?(?:(\d{1,2}):)?(\d+(?:[.,]\d+)?)$/;

/** A time of a recording, `1:02.500` or `1:00:02.500`. */
export function replayTime(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(Math.floor(whole / 1000) % 60)}.${String(whole % 1000).padStart(3, '0')}`;
  const minutes = Math.floor(whole / 60_000);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`;
}

/** What distinguishes a time of day from a time since the start. */
export type DayClock = {
  /** Milliseconds of the recording's start since midnight. */
  readonly startOfDay: number;
  /** Milliseconds of the recording's last row. */
  readonly end: number;
};

/**
 * Reads `12.5`, `1:02`, `500ms`, or a time of day as the log shows it, as milliseconds of the recording.
 * A time of three parts is a time of day if the recording covers it. Undefined if the text is no time.
 */
export function readReplayTime(text: string, clock: DayClock): number | undefined {
  const trimmed = text.trim();
  const inMilliseconds = /^(\d+)\s*ms$/.exec(trimmed);
  if (inMilliseconds !== null) return Number(inMilliseconds[1]);
  const parts = PARTS.exec(trimmed.replace(/\s*s$/, ''));
  if (parts === null) return undefined;
  const [, first, second, last = ''] = parts;
  const seconds = Number(last.replace(',', '.'));
  if (first === undefined) return seconds * 1000;
  if (second === undefined) return (Number(first) * 60 + seconds) * 1000;
  const elapsed = (Number(first) * 3600 + Number(second) * 60 + seconds) * 1000;
  const ofDay = (((elapsed - clock.startOfDay) % DAY_MS) + DAY_MS) % DAY_MS;
  return ofDay <= clock.end ? ofDay : elapsed;
}

/** Milliseconds since local midnight of an ISO 8601 time; 0 if it cannot be parsed. */
export function startOfDay(startedAt: string): number {
  const moment = new Date(startedAt);
  if (Number.isNaN(moment.getTime())) return 0;
  const minutes = moment.getHours() * 60 + moment.getMinutes();
  return (minutes * 60 + moment.getSeconds()) * 1000 + moment.getMilliseconds();
}
