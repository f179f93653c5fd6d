/** An error as a log shows it, taken apart. Members are empty or null where the text has none. */
export type ErrorText = {
  /** The class name, such as "TypeError". */
  readonly name: string;
  readonly message: string;
  /** The code of an "MCP error -32001: …" prefix: the error was an McpError. */
  readonly code: number | null;
  /** The category of an "ERROR:RATE_LIMIT — …" prefix. */
  readonly category: string;
};

const CODE_PREFIX = /^(?:McpError: )?MCP error (-?\d+): /;
const CATEGORY_PREFIX = /^ERROR:([A-Z][A-Z0-9_]*)(?:\s+[—–-]\s+|\s*$)/;
/** As a console prints a thrown error: "Uncaught (in promise) TypeError [ERR_X]: …". */
const CLASS_PREFIX =
  /^(?:Uncaught (?:\(in promise\) )?)?(?:DOMException \[(\w+)\]|([A-Za-z_$][\w$]*(?:Error|Exception)|Error)(?: \[[\w-]+\])?): ?/;
const STACK = /\n[ \t]+at \S[\s\S]*$/;

/** Reads a pasted error: its class, its code or category prefix, and the message that is left. */
export function readErrorText(text: string): ErrorText {
  let rest = errorLines(text.trim());
  const code = CODE_PREFIX.exec(rest);
  if (code !== null)
    return { name: 'McpError', message: rest.slice(code[0].length), code: Number(code[1]), category: '' };
  // The text half of a tool error begins with "Error: " before the class or the category.
  if (/^Error: (?:ERROR:|\w+(?:Error|Exception): )/.test(rest)) rest = rest.slice('Error: '.length);
  const category = CATEGORY_PREFIX.exec(rest);
  if (category !== null) {
    return { name: '', message: rest.slice(category[0].length), code: null, category: category[1] ?? '' };
  }
  const name = CLASS_PREFIX.exec(rest);
  if (name === null) return { name: '', message: rest, code: null, category: '' };
  return { name: name[1] ?? name[2] ?? '', message: rest.slice(name[0].length), code: null, category: '' };
}

/** The error's own lines: without its stack, and without the source line that Node prints above it. */
function errorLines(text: string): string {
  const own = text.replace(STACK, '');
  if (own === text) return text;
  const lines = own.split('\n');
  const first = lines.findIndex((line) => CLASS_PREFIX.test(line));
  return first < 0 ? own : lines.slice(first).join('\n');
}
