/** A span of time for a sentence: "40 ms", "1.5 s", "2 min 5 s"; milliseconds in. */
export function durationText(ms: number): string {
  if (ms < 1) return 'less than 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
}
