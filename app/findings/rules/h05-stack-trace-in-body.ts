import { statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** As printed by Node, Python, Go and Java, also within a page. */
const TRACE =
  /\bat [^\n<]{1,200}(?:\(|\/)[^\n<]{1,300}:\d+:\d+|\bat JSON\.parse \(|Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+|\bgoroutine \d+ \[|\bat [\w$.]+\([\w$]+\.java:\d+\)/;

export const rule: RuleCheck = {
  http({ http }) {
    if (statusOf(http) < 400 || !TRACE.test(http.body)) return undefined;
    return { values: { status: statusOf(http) } };
  },
};
