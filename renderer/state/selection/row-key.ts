/** A row by the session that it belongs to and its seq there. */
export type RowKey = { readonly session: string; readonly seq: number };
