import { REASON, type SentenceRow } from './sentence-row.ts';

/** What a tool says of its own failure, and what may as well be said about another thing. */
export const PLAIN: readonly SentenceRow[] = [
  [
    /^(fatal |critical )?(error|err|exception|failure|failed)( ?\[[^\]]{1,40}\]| ?\([^)]{1,60}\)| #?-?\w*\d+)? ?[:：—–-] ?\S/i,
    'plain',
    'it begins with the word for an error',
  ],
  [
    /^(?!(standard|mean|absolute|squared|margin of|percent|relative|rounding|measurement|rms|root|average|max(imum)?|training|test|validation loss) )([\w/.-]+ ){1,4}(error|failure|exception)( ?\(\w+\)| ?\[\w+\]| #?\d+)? ?[:：-] ?(?![\d.,%± ]+(\n|$))\S/i,
    'plain',
    'it begins with the word for an error',
  ],
  [
    /^(an? |the |your )?([\w"'`./-]+ ){0,4}(has )?(?<!\b(as|is|to|status|state) )failed( (with|because|due|after|as)\b[^\n]*|[.!]?$|: )/i,
    'plain',
    'it says that something failed',
  ],
  [new RegExp(`^[45]\\d\\d ${REASON}\\.?$`, 'i'), 'plain', 'it is an HTTP status that stands for an error'],
  [
    /^(unauthori[sz]ed|unauthenticated|forbidden|access (is )?denied|permission denied|not authori[sz]ed|not logged in|insufficient permissions?|no permission|login required)\b/i,
    'plain',
    'access was refused',
  ],
  [
    /^(you|the (user|client|caller|token|key)|your (\w+ )?(token|key|account|plan|role)) (do(es)? not|don't|doesn't|are not|is not|isn't|aren't|lacks?|cannot|can't|must be) (have|authori[sz]ed|allowed|permitted|permission|logged|authenticated|access)/i,
    'plain',
    'access was refused',
  ],
  [
    /^(sorry,? )?(but )?(i |we )?(unable to|could ?n[o']t|can ?not|can't|was unable to|were unable to|failed to) \w+/i,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(the |this |your |no )?([^\s:]*[^\s:.!;,] ){0,6}?(could not|cannot|can't|couldn't|was unable to|unable to) (be )?(found|locate[d]?|reach(ed)?|complete[d]?|load(ed)?|open(ed)?|read|process(ed)?|parse[d]?|resolve[d]?|create[d]?|sen[dt]|save[d]?|delete[d]?|connect|start(ed)?|verif(y|ied)|deliver(ed)?|execute[d]?|perform(ed)?)\b/i,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(the |that |this |requested )*((?:[^\n.!?;:,]|[.:,](?=\S)){1,80} )?(was |were |is |has |have )?not (been )?found\b( in [^\n]{1,60}| for [^\n]{1,60}| at [^\n]{1,60}| on [^\n]{1,60}| with [^\n]{1,60})?([.!:;,(—-]|$)/i,
    'plain',
    'it says that what was asked for is not there',
  ],
  [
    /^(the |that |this )?[^\n.!?;]{1,80} (does not|doesn't|do not|did not|doesn’t) (exist|support|accept|match|contain|respond|allow)\b/i,
    'plain',
    'it says that what was asked for is not there',
  ],
  [
    /^[^\n.!?;:]{1,80}\b(did not|didn't|does not|doesn't) (respond|converge|understand|complete|succeed|return|answer|finish|recogni[sz]e|know|produce|accept|load)\b/i,
    'plain',
    'it says what did not happen',
  ],
  [
    /^[^\n.!?;:]{1,80} (is|are|was|were) (disabled|unavailable|unreachable|unsupported|not (supported|reachable|running|connected|configured|enabled|recogni[sz]ed|registered|responding|initiali[sz]ed|allowed|permitted|implemented))\b/i,
    'plain',
    'it refuses the call',
  ],
  [
    /^((?:[\w-]+ ){1,4})(was |were |has been )?(aborted|rejected|declined|refused|reverted|interrupted|terminated|vetoed|blocked|prevented|throttled)( by| because| due|:|\.|$)/i,
    'plain',
    'it refuses the call',
  ],
  [
    /\b(session|login|licen[sc]e|subscription|certificate|link|trial|cookie|signature)( has| is| was)?( been)? (expired|invalid|not valid|revoked)\b/i,
    'plain',
    'access was refused',
  ],
  [
    /^[^\n.!?;:]{1,60} not (connected|running|installed|configured|authenticated|logged in|initiali[sz]ed|ready|available|reachable|enabled|open|loaded)[.!]?$/i,
    'plain',
    'a condition is missing',
  ],
  [/^(ERROR|FATAL|FAILED|CRITICAL)\]?[: ]+\S/, 'plain', 'it begins with the word for an error'],
  [/^(error|failed|failure)[.!]?$/i, 'plain', 'it is the word for an error'],
  [
    /\b(do(es)?|did) not have (the )?(required |necessary |sufficient |enough )?(authori[sz]ation|permissions?|access|privileges?|rights|scopes?)\b/i,
    'plain',
    'access was refused',
  ],
  [/^no such [\w-]+/i, 'plain', 'it says that what was asked for is not there'],
  [
    /^no [\w -]{1,40} (with|for|has|by|of|named|called|under) (the |that |this |such )?(id|name|key|number|code|title|slug|uuid|index|path|symbol|email|url|username)\b/i,
    'plain',
    'it says that what was asked for is not there',
  ],
  [
    /^no (active |open |current |valid |running |existing )?(browser |database |db |api )?(session|connection|page|tab|project|workspace|client|provider|device|account|database)s? (is |was |has been |are )?(open|active|connected|selected|available|configured|running|found|loaded|initiali[sz]ed)?/i,
    'plain',
    'a condition is missing',
  ],
  [
    /^no [\w -]{1,40}\. (please )?(call|use|run|open|start|launch|connect|select|create|set)\b/i,
    'plain',
    'a condition is missing',
  ],
  [
    /^(missing|required) (required |mandatory )?(\w+ )?(parameters?|arguments?|fields?|propert(y|ies)|values?|inputs?)\b/i,
    'plain',
    'it refuses the arguments',
  ],
  [
    /^(?!invalid(ated|ity)\b)(invalid|illegal|malformed|unsupported|unrecogni[sz]ed|bad|incorrect|unexpected) [\w'"`-]+( [\w'"`-]+){0,3}(?: ?[:.(,'"—-]|$| (for|in|at|of|must|is|\S+ (must|is)))/i,
    'plain',
    'it refuses the arguments',
  ],
  [
    /^unknown [\w-]+( [\w-]+)?( ?[:'"`“]| ["'`“]?\S+["'`”]?\.?$|\.? ?$)/i,
    'plain',
    'it refuses the arguments',
  ],
  [
    /^(the )?(parameter|argument|field|value|input|option|property|\S{1,30}) ['"`]?[\w.-]*['"`]? ?(is|are|must|should|cannot|can't|may) (required|missing|invalid|not (valid|allowed|supported|permitted|available|enabled|a )|be (a|an|one|at|between|greater|less|non|set|positive|provided|empty))/i,
    'plain',
    'it refuses the arguments',
  ],
  [
    /^(only|just) [\w -]{1,40} (are|is) (allowed|permitted|supported|accepted)\b/i,
    'plain',
    'it refuses the arguments',
  ],
  [/^usage: .*[<[]/i, 'plain', 'it shows how the tool is used'],
  [
    /^(this|the|that) (\w+ ){0,3}(is|has) (not|no longer|not yet|not been|already) (been )?(implemented|supported|available|enabled|permitted|allowed|possible|authorized|installed|running|connected|configured|initiali[sz]ed)/i,
    'plain',
    'it refuses the call',
  ],
  [
    /\b(requires|needs) (a|an) (premium|paid|pro|enterprise|active|valid|business|higher)\b/i,
    'voice',
    'it refuses the call',
  ],
  [
    /\b(operations?|actions?|requests?|changes?|queries|writes?) (are|is|was|were) (not (permitted|allowed|supported|enabled)|disabled|blocked|rejected|denied|forbidden)\b/i,
    'plain',
    'it refuses the call',
  ],
  [
    /^(request|payment|transaction|order|query|operation|card|login|submission|upload|connection|command) (was |has been )?(rejected|declined|denied|refused|aborted|blocked|timed out|unsuccessful|failed)\b/i,
    'plain',
    'it refuses the call',
  ],
  [/^error (?!handling|reporting|logging|tracking)[a-z]+ing\b/i, 'plain', 'it names a step that failed'],
  [
    /^i (?:don['’]t|do not) know (?:any|of|the|an?|who|what|which)\b/i,
    'plain',
    'it says that what was asked for is not there',
  ],
  [
    /^(?:out of|no more) [\w -]{3,20}[.!] (?:please )?(?:put|refill|insert|load|replace|add|fill)\b/i,
    'plain',
    'a condition is missing',
  ],
  [/^(insufficient|not enough) \w+/i, 'plain', 'it refuses the call'],
  [/^time-?d? ?-?out\b[:.! ]|^timeout$/i, 'plain', 'something timed out'],
  [
    /\b(already exists|is locked|is read-?only|out of (range|memory|disk space)|no space left on device|syntax error (at|near)|no such (table|column|container|file|key|host))\b/i,
    'plain',
    'it says why the call failed',
  ],
  [
    /^(the )?(service|server|model|api|backend|endpoint|host|site|database) (\w+ )?(is|was) (currently |temporarily |not )?(unavailable|available|down|overloaded|unreachable|offline|busy|reachable|responding)\b/i,
    'plain',
    'a service is away',
  ],
  [
    /^not (implemented|supported|allowed|permitted|available|connected|configured|initiali[sz]ed)\b/i,
    'plain',
    'it refuses the call',
  ],
];

/** In German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese and Korean. */
export const OTHER_LANGUAGES: readonly SentenceRow[] = [
  [
    /^[^\n.]{1,60} (existiert nicht|existieren nicht|ist (ungültig|unbekannt|gesperrt|abgelaufen))|^keine? (berechtigung|verbindung|zugriff|antwort)|^(no (hay|tiene|tienes) permiso|permiso denegado|sin permiso)|^[^\n.]{1,60} (no es válid[oa]|ha caducado|n['’]est pas (valide|disponible|autorisée?)|a expiré)/iu,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(une erreur|ein (unerwarteter )?fehler (ist|trat)|se produjo un error|ha ocurrido un error|ocurrió un error|ocorreu um erro|si è verificato un errore|er is een fout|произошла ошибка|发生错误|エラーが発生)/iu,
    'plain',
    'it reports an error',
  ],
  [
    /^(fehler|erreur|erro|errore|fout|ошибка)\b[^\n:：]{0,60}\s?[:：]/iu,
    'plain',
    'it begins with the word for an error',
  ],
  [/^error (al|en|de|do|ao|durante|nel|bij) [^\n:]{1,60}:/i, 'plain', 'it begins with the word for an error'],
  [
    /^[^\n.]{1,80}\b(konnte|konnten|kann) nicht [^\n.]{0,60}(werden|gefunden|geladen)|^[^\n.]{1,60}\b(wurden?|ist|sind) nicht (gefunden|vorhanden|verfügbar|erlaubt|vergeben|bekannt)|^[^\n.:]{1,60} nicht gefunden[.!]?$|^zugriff verweigert|fehlgeschlagen\b|^[^\n:]{1,40} fehlgeschlagen:/i,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(impossible (de|d')|échec (de|du|d')|accès refusé|non autorisé)|\bintrouvable\b|^[^\n.]{1,60} n['’](existe pas|a pas (pu|été))/i,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(no se (pudo|puede|ha podido|encontró el|encontró la)|acceso denegado|falló\b|fallo al)|^[^\n.]{1,60} no (existe|fue encontrad[oa])\b/i,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(falha (ao|na|no|em)|não foi possível|acesso negado|impossibile|accesso negato|non è stato possibile|kan niet|kon niet|toegang geweigerd|не удалось|доступ запрещ)|^[^\n.]{1,60} não (encontrad[oa]|existe)\b|^[^\n.]{1,60} non trovat[oa]\b|^[^\n.]{1,60} не найден/iu,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(错误|錯誤|异常|无法|未找到|找不到|无权限|权限不足|[^\s。，]{0,12}失败([：:，。！]|$)|[^\s。，]{1,16}(不存在|未找到)[。！]?$)/u,
    'plain',
    'it says what could not be done',
  ],
  [
    /^(エラー|[^\n。]{1,40}(に失敗しました|できませんでした|見つかりません|見つかりませんでした))/u,
    'plain',
    'it says what could not be done',
  ],
  [/^(오류|에러|[^\n.]{1,40}(실패했습니다|찾을 수 없습니다))/u, 'plain', 'it says what could not be done'],
];
