import { err, ok, type Result } from '../../../app/base/result.ts';
import {
  type JsoncNode,
  jsoncAt,
  jsoncElements,
  jsoncEnd,
  jsoncMember,
  skipGap,
} from '../../../app/hosts/jsonc.ts';
import type { TextEdit } from '../../../app/hosts/jsonc-edit.ts';
import { REMOTE_KEYS } from '../../../app/hosts/read-entry.ts';
import { TAPPED_ADDRESS, type TapCommand, tappedAt, tapWords } from '../../../app/hosts/tap-command.ts';

/** Written if the entry had no `args`; the blank after the bracket tells it from an empty list. */
const NEW_ARGS = ', "args": [ ';

type Entry = {
  readonly command: JsoncNode;
  readonly args: JsoncNode | undefined;
  readonly words: readonly string[];
};

/**
 * Puts the tap in front of the command of the entry at `path`. The command's literal moves into `args` verbatim and
 * nothing else changes, so that {@link unwrapEntry} restores the same bytes. Returns the edits for the text parsed as
 * `root`; fails with a sentence about the entry.
 */
export function wrapEntry(
  text: string,
  root: JsoncNode | undefined,
  path: readonly string[],
  tap: TapCommand,
  label: string,
): Result<readonly TextEdit[]> {
  const entry = entryAt(root, path);
  if (!entry.ok) return entry;
  const { command, args } = entry.value;
  const [program = '', ...others] = tapWords(tap, label).map((word) => JSON.stringify(word));
  const moved = [...others, text.slice(command.offset, jsoncEnd(command))].join(', ');
  const replaced: TextEdit = { start: command.offset, end: jsoncEnd(command), text: program };
  if (args === undefined) return ok([{ ...replaced, text: `${program}${NEW_ARGS}${moved}]` }]);
  const first = args.offset + 1;
  const gap = jsoncElements(args).length === 0 ? '' : /[\r\n\t]/.test(text[first] ?? '') ? ',' : ', ';
  return ok([replaced, { start: first, end: first, text: moved + gap }]);
}

/** Removes the tap from the entry at `path`. Fails with a sentence, including when there is no tap. */
export function unwrapEntry(
  text: string,
  root: JsoncNode | undefined,
  path: readonly string[],
  tap: TapCommand,
): Result<readonly TextEdit[]> {
  const entry = entryAt(root, path);
  if (!entry.ok) return entry;
  const { command, args, words } = entry.value;
  const at = tappedAt(words, tap.command);
  const moved = at === undefined ? undefined : jsoncElements(args)[at - 1];
  if (at === undefined || args === undefined || moved === undefined) return err('It is not tapped.');
  const literal = text.slice(moved.offset, jsoncEnd(moved));
  if (jsoncElements(args).length === at && addedByWrap(text, command, args, moved)) {
    return ok([{ start: command.offset, end: jsoncEnd(args), text: literal }]);
  }
  const replaced: TextEdit = { start: command.offset, end: jsoncEnd(command), text: literal };
  return ok([replaced, { start: args.offset + 1, end: afterMoved(text, moved), text: '' }]);
}

/** The address of the remote server at `path`; undefined if there is none. */
export function addressAt(root: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined {
  const node = jsoncAt(root, path);
  const values = REMOTE_KEYS.map((key) => jsoncMember(node, key)?.value);
  return values.find((one) => typeof one?.value === 'string');
}

/** Puts a tap's address in front of a remote server's; fails with a sentence about the entry. */
export function wrapAddress(node: JsoncNode, addressOf: (url: URL) => string): Result<readonly TextEdit[]> {
  const address = String(node.value);
  if (TAPPED_ADDRESS.test(address)) return err('It is already tapped.');
  if (/\$\{/.test(address)) return err('Its address has variables, whose values are not known.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return err('Its address is not one of HTTP.');
  const start = node.offset + 1;
  return ok([{ start, end: start, text: `${addressOf(url)}#` }]);
}

/** Removes the tap from the address of a remote server. */
export function unwrapAddress(text: string, node: JsoncNode): Result<readonly TextEdit[]> {
  const start = node.offset + 1;
  const [tapped] = TAPPED_ADDRESS.exec(text.slice(start, jsoncEnd(node) - 1)) ?? [];
  return tapped === undefined
    ? err('It is not tapped.')
    : ok([{ start, end: start + tapped.length, text: '' }]);
}

function addedByWrap(text: string, command: JsoncNode, args: JsoncNode, moved: JsoncNode): boolean {
  const opening = text.slice(jsoncEnd(command), jsoncEnd(command) + NEW_ARGS.length);
  const sameMember = args.offset === jsoncEnd(command) + NEW_ARGS.indexOf('[');
  return opening === NEW_ARGS && sameMember && jsoncEnd(args) === jsoncEnd(moved) + 1;
}

/** The offset after the moved command, its comma, and the blank that {@link wrapEntry} adds. */
function afterMoved(text: string, moved: JsoncNode): number {
  const comma = skipGap(text, jsoncEnd(moved));
  if (text[comma] !== ',') return jsoncEnd(moved);
  return text[comma + 1] === ' ' ? comma + 2 : comma + 1;
}

function entryAt(root: JsoncNode | undefined, path: readonly string[]): Result<Entry> {
  const node = jsoncAt(root, path);
  const command = jsoncMember(node, 'command')?.value;
  if (command === undefined || typeof command.value !== 'string') return err('It names no command.');
  const args = jsoncMember(node, 'args')?.value;
  if (args !== undefined && args.type !== 'array') return err('Its args are not a list.');
  const rest = jsoncElements(args).map(({ children, value }) =>
    children === undefined ? String(value) : '',
  );
  return ok({ command, args, words: [command.value, ...rest] });
}
