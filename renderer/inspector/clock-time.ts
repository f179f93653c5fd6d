/** The local time of day of a row, to the millisecond: `startedAt` is ISO 8601, `at` milliseconds after it. */
export function clockTime(startedAt: string, at: number): string {
  const start = Date.parse(startedAt);
  if (Number.isNaN(start)) return `+${(at / 1000).toFixed(3)} s`;
  const time = new Date(start + at);
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
