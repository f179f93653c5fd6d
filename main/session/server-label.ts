/** A short name for a server: the script or package that its command runs. */
export function serverLabel(command: string, args: readonly string[]): string {
  const words = [command, ...args].filter((word) => !word.startsWith('-') && word !== 'exec');
  const runner = /^(node|npx|bunx|uvx|uv|python3?|deno|tsx|sh|bash)(\.exe|\.cmd)?$/i;
  const telling = words.find((word) => !runner.test(baseName(word))) ?? command;
  return telling.startsWith('@') ? telling : baseName(telling);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
