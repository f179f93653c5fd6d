/** An input and its reading; `json` is the input's own bytes as one JSON text, for the baseline. */
export type BenchedInput = { readonly json: string; readonly read: () => unknown };

/** Makes an input of about this many bytes. */
export type BenchedReader = (bytes: number) => BenchedInput;
