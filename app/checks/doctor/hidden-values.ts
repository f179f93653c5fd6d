import { looksRandom } from '../../frame/redaction/secret-shapes.ts';
import { namesSecret } from '../../hosts/profiles/profile.ts';

/** Shorter values occur in too many harmless words. */
const MIN_SECRET = 3;
const MIN_OTHER = 8;

/** Replaces secret values of a session's own variables in a text by the variables' names. */
export function hidingValues(env: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => isSecret(name, value))
    // A value may contain a shorter one.
    .toSorted(([, left], [, right]) => right.length - left.length);
  return (text) =>
    secrets.reduce((rest, [name, value]) => rest.replaceAll(value, `<value of ${name}>`), text);
}

function isSecret(name: string, value: string): boolean {
  if (namesSecret(name)) return value.length >= MIN_SECRET;
  return value.length >= MIN_OTHER && looksRandom(value) && !/[\s/\\]/.test(value);
}
