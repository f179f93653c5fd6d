import type { JsoncNode } from './jsonc.ts';

export type JsoncLayout = { readonly unit: string; readonly eol: string };

/** How a file is written: its indentation per level (two blanks where it has none) and its line ends. */
export function layoutOf(text: string, root: JsoncNode | undefined): JsoncLayout {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root?.kind === 'object' ? root.members[0] : undefined;
  const unit = first === undefined ? '' : indentAt(text, first.keyStart);
  return { unit: unit === '' ? '  ' : unit, eol };
}

/** The blanks at the start of the line that `offset` is in. */
export function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** A value as JSON text, its later lines indented by `indent`. */
export function rendered(value: unknown, unit: string, eol: string, indent: string): string {
  return (JSON.stringify(value, null, unit) ?? 'null').replaceAll('\n', eol + indent);
}
