import { useRef } from 'react';
import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { useOwn } from '../session/own-vocabularies.ts';
import { serverKey } from '../session/session-text.ts';
import { serverVocabulary, useChosen } from '../session/use-server-vocabulary.ts';

/** Names the code of a row for people; empty if there is none. */
export type CodeNamer = (row: Row) => string;

const KEPT = 1000;

/** Names codes as the catalog interprets them in this session; caches each row. */
export function codeNamer(session: LookupContext): CodeNamer {
  const known = new Map<string, string>();
  return (row) => {
    const key = JSON.stringify([row.code, row.method, row.text]);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    if (known.size >= KEPT) known.clear();
    const name = codeName(row.code, contextOf(row, session));
    known.set(key, name);
    return name;
  };
}

function contextOf(row: Row, session: LookupContext): LookupContext {
  const seen = { ...session, message: row.text, method: row.method };
  return row.tier === 'ok' ? seen : { ...seen, tier: row.tier };
}

type KeptNamer = {
  readonly from: readonly unknown[];
  readonly key: string;
  readonly nameOf: CodeNamer;
};

/** Names codes according to each session's vocabulary; a session keeps its namer until that changes. */
export function useCodeNamers(): (info: SessionInfo) => CodeNamer {
  const chosen = useChosen();
  const own = useOwn((state) => state.vocabularies);
  const namers = useRef(new Map<string, KeptNamer>());
  return (info) => {
    const choice = chosen[serverKey(info)] ?? '';
    const from = [info.layers, info.protocolVersion, choice, own];
    const kept = namers.current.get(info.session);
    if (kept?.from.every((part, at) => part === from[at]) === true) return kept.nameOf;
    const vocabularies = serverVocabulary(info.layers, choice, own).context;
    const context = { revision: info.protocolVersion, vocabularies, own };
    const key = JSON.stringify(context);
    const nameOf = kept?.key === key ? kept.nameOf : codeNamer(context);
    namers.current.set(info.session, { from, key, nameOf });
    return nameOf;
  };
}
