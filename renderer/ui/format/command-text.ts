type State = { args: string[]; arg: string; started: boolean; quote: '' | '"' | "'" };

/** Splits a command line as a POSIX shell does, for display only: the host splits it itself. */
export function formatCommand(line: string): { readonly args: readonly string[]; readonly open: boolean } {
  const state: State = { args: [], arg: '', started: false, quote: '' };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === '\\' && escapes(state.quote, next)) {
      startArg(state, next);
      at += 1;
    } else if (state.quote !== '') {
      if (char === state.quote) state.quote = '';
      else state.arg += char;
    } else if (char === '"' || char === "'") {
      startArg(state, '');
      state.quote = char;
    } else if (/\s/.test(char)) {
      end(state);
    } else {
      startArg(state, char);
    }
  }
  end(state);
  return { args: state.args, open: state.quote !== '' };
}

function escapes(quote: State['quote'], next: string): boolean {
  if (quote === "'" || next === '') return false;
  return quote === '' || /["\\$`]/.test(next);
}

function startArg(state: State, char: string): void {
  state.started = true;
  state.arg += char;
}

function end(state: State): void {
  if (state.started) state.args.push(state.arg);
  state.arg = '';
  state.started = false;
}
