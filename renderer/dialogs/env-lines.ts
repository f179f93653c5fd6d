import { err, ok, type Result } from '../../app/base/result.ts';

/** Reads `NAME=value` lines; empty lines count for nothing. Fails with a sentence that names the line. */
export function envLines(text: string): Result<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    if (name === '') return err(`Line ${index + 1} is not NAME=value.`);
    env[name] = line.slice(equals + 1);
  }
  return ok(env);
}
