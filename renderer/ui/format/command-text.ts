/** How a command line will be split, for a preview: `open` is true while a quote has no end. */
export type CommandText = { readonly words: readonly string[]; readonly open: boolean };

type State = { words: string[]; word: string; begun: boolean; quote: '' | '"' | "'" };

/**
 * Splits a command line into words as a POSIX shell does (quotes and backslashes, nothing expanded).
 * Only for display: the host splits for itself.
 */
export function formatCommand(line: string): CommandText {
  const state: State = { words: [], word: '', begun: false, quote: '' };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === '\\' && escapes(state.quote, next)) {
      begin(state, next);
      at += 1;
    } else if (state.quote !== '') {
      if (char === state.quote) state.quote = '';
      else state.word += char;
    } else if (char === '"' || char === "'") {
      begin(state, '');
      state.quote = char;
    } else if (/\s/.test(char)) {
      end(state);
    } else {
      begin(state, char);
    }
  }
  end(state);
  return { words: state.words, open: state.quote !== '' };
}

function escapes(quote: State['quote'], next: string): boolean {
  if (quote === "'" || next === '') return false;
  return quote === '' || /["\\$`]/.test(next);
}

function begin(state: State, char: string): void {
  state.begun = true;
  state.word += char;
}

function end(state: State): void {
  if (state.begun) state.words.push(state.word);
  state.word = '';
  state.begun = false;
}
