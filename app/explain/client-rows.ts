import type { ErrorTier } from '../frame/tier.ts';
import type { HttpPlace } from '../session/exchange.ts';
import table from './client-rows.json' with { type: 'json' };

/** A failure, as far as official clients tell failures over HTTP apart. */
type SeenFailure = {
  readonly tier: ErrorTier;
  readonly codeText: string;
  readonly http?: HttpPlace | undefined;
};

/** Each official client and what it makes of a failure, and what that rests on. */
export type ClientsMake = {
  readonly clients: readonly { readonly name: string; readonly does: string }[];
  readonly source: string;
};

type When = {
  readonly causes?: readonly string[];
  readonly statuses?: readonly number[];
  /** The lowest status. */
  readonly least?: number;
  readonly codes?: readonly string[];
  readonly tier?: string;
  readonly isStream?: boolean;
};
type ClientRow = {
  readonly when: When;
  readonly does: Readonly<Record<string, string>>;
  readonly source: string;
};

export const CLIENT_ROWS: readonly ClientRow[] = table.rows;
const TEXTS: Readonly<Record<string, string>> = table.texts;

/** What the official clients of TypeScript and Python make of a failure over HTTP; undefined if nothing says. */
export function clientsMake({ http, ...seen }: SeenFailure, cause: string): ClientsMake | undefined {
  if (http === undefined) return undefined;
  const failure = { ...seen, cause, ...http };
  const row = CLIENT_ROWS.find(({ when }) => fits(when, failure));
  if (row === undefined) return undefined;
  const clients = Object.entries(table.clients).flatMap(([id, name]) => {
    const does = filled(row.does[id] ?? '', failure);
    return does === '' ? [] : [{ name, does }];
  });
  return { clients, source: row.source };
}

type OfHttp = Omit<SeenFailure, 'http'> & HttpPlace & { readonly cause: string };

function fits({ causes, statuses, least = 0, codes, tier, isStream }: When, failure: OfHttp): boolean {
  return (
    (causes?.includes(failure.cause) ?? true) &&
    (statuses?.includes(failure.status) ?? true) &&
    failure.status >= least &&
    (codes?.includes(failure.codeText) ?? true) &&
    (tier ?? failure.tier) === failure.tier &&
    (isStream !== true || failure.where === 'stream')
  );
}

function filled(text: string, { status, codeText }: OfHttp): string {
  return text
    .replace(/\$(\w+)/, (_, name: string) => TEXTS[name] ?? '')
    .replaceAll('{status}', String(status))
    .replaceAll('{code}', codeText);
}
