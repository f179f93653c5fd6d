import { err, ok, type Result } from '../../../app/base/result.ts';

/** Lines for variables whose names are known: with the values that `text` has for them, else empty. */
export function envText(names: readonly string[], text: string): string {
  const typed = envLines(text);
  const values = typed.ok ? typed.value : {};
  return names.map((name) => `${name}=${Object.hasOwn(values, name) ? values[name] : ''}`).join('\n');
}

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
