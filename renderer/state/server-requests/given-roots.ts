import type { Root } from '../../ui/roots/root-warning.ts';

/** The roots as the host takes them: without empty URIs and empty names. */
export function givenRoots(roots: readonly Root[]): Root[] {
  return roots
    .filter(({ uri }) => uri.trim() !== '')
    .map(({ uri, name }) => (name === undefined || name === '' ? { uri } : { uri, name }));
}
