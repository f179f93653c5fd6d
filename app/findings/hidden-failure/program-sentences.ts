import { REASON, type SentenceRow } from './sentence-row.ts';

/** What begins with the word and is no failure. */
const ABOUT =
  '(handling|handlers?|codes?|messages?|logs?|reports?|rates?|types?|class(es)?|budget|pages?|boundar(y|ies)|bars?|correction|tracking|free|prone)';
const STEP =
  '(fetch|get|retrieve|load|read|write|open|save|store|send|post|create|add|update|delete|remove|search|find|list|query|connect|reach|access|parse|process|execute|run|call|invoke|start|stop|launch|download|upload|install|deploy|build|compile|convert|translate|generate|analy[sz]e|resolve|render|extract|capture|take|initiali[sz]e|authenticate|log ?in|validate|verify|complete|perform|locate|determine|decode|encode|calculate|compute|evaluate|fill|click|navigate|sync|import|export|copy|move|rename|clone|push|pull|commit|merge|checkout|subscribe|publish|book|schedule|cancel|play|set|apply|look ?up|geocode|scrape|crawl|summari[sz]e|transcribe|play|print|mount|allocate|acquire|obtain|establish|communicate|convert|identify|import|bind|stat)';

/** What only a program says that could not do its work. */
export const VOICE: readonly SentenceRow[] = [
  [
    /\b(?:must|has to|have to|should) (?:be|lie|have|contain|start|end|match)\b[^.\n]{0,60}(?:[;,(] ?(?:got|was|is|given|received|found)\b|\bbetween\b| in \d)/i,
    'voice',
    'it refuses the arguments',
  ],
  [
    /^(?:lock wait timeout|deadlock (?:found|detected)|duplicate (?:key value|entry)|null value in column)\b/i,
    'voice',
    'a database reports an error',
  ],
  [
    /^(?:object reference not set to|unexpected (?:token|end of json)\b.*\bjson\b|cannot read propert(?:y|ies) (?:of|['"])|['"]?nonetype['"]? object|(?:list )?index (?:was )?out of (?:range|bounds)|(?:invalid memory address|nil pointer)|expecting value: line \d|invalid literal for int|(?:integer )?division by zero|maximum call stack size|array index out of)/i,
    'voice',
    'it is an exception of the program',
  ],
  [
    /^(?:ORA|PLS|TNS|SP2|RMAN|DPY|DPI|NJS|OCI|SQL)-\d{4,5}: \S/,
    'voice',
    'it begins with the code of an error',
  ],
  [
    /\b(?:server|service|api|gateway|upstream|host): ?[45]\d\d\b/i,
    'voice',
    'a service answered with an error',
  ],
  [/\b(?:carrying out|under|down for) maintenance\b/i, 'voice', 'a service is away'],
  [
    /\b(?:index|database|cache|archive|backup|volume) (?:is|was) (?:corrupt|locked|being rebuilt)/i,
    'voice',
    'a service is away',
  ],
  [
    /\b(?:allowance|quota|credit)s? [^.\n]{0,40}\b(?:is|are) used up\b|\bused up (?:the|your)\b/i,
    'voice',
    'a limit was reached',
  ],
  [
    /^E(?:2BIG|ACCES|ADDR\w+|AGAIN|BADF|BUSY|CHILD|CONN\w+|DEADLK|DOM|EXIST|FAULT|FBIG|HOST\w+|INTR|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|NET\w+|NFILE|NO[A-Z]+|NXIO|PERM|PIPE|PROTO|RANGE|ROFS|SPIPE|SRCH|TIMEDOUT|TXTBSY|XDEV|RR_\w+)(:|$| \d)/,
    'voice',
    'a system call failed',
  ],
  [
    /^HTTP(\/[\d.]+)? [45]\d\d\b|\b(answered|replied|responded|returned|got|gave)( with)?( an?)?( HTTP)?( status)?( code)? [45]\d\d\b/i,
    'voice',
    'a service answered with an error',
  ],
  [/\bquota( \w+)? (used up|exhausted|exceeded)\b/i, 'voice', 'a limit was reached'],
  [/^\(\w+(Error|Exception)\) \S/, 'machine', 'it begins as a thrown exception'],
  [
    /^(Get|Post|Put|Patch|Delete|Head) "https?:\/\/[^"\s]+": \S/,
    'voice',
    'an HTTP client reports a failed request',
  ],
  [
    /\b(refused|rejected|reset|dropped) (the |your |our )?(connection|login|handshake)\b|\bx509: |\bcertificate (signed by|verif|has expired|is not trusted)|\b(ssl|tls) handshake\b|\bbroken pipe\b/i,
    'voice',
    'the connection failed',
  ],
  [
    /\brequest (to \S+ )?failed with (http )?(status )?(code )?:? ?[45]\d\d\b/i,
    'voice',
    'an HTTP client reports a failed request',
  ],
  [
    /\b[45]\d\d (client|server) error\b.{0,200} for url\b/i,
    'voice',
    'an HTTP client reports a failed request',
  ],
  [
    /\b(client|server) error '[45]\d\d [^']{1,60}' for url\b/i,
    'voice',
    'an HTTP client reports a failed request',
  ],
  [
    /^(error: ?)?(type ?error: )?(fetch failed|failed to fetch)\.?$/i,
    'voice',
    'an HTTP client reports a failed request',
  ],
  [/\b(connect|read|write|getaddrinfo) (E[A-Z_]{4,}|EAI_AGAIN)\b/, 'voice', 'a system call failed'],
  [
    /\b(max retries exceeded with url|socket hang up|connection reset by peer|name or service not known|temporary failure in name resolution|net::ERR_[A-Z_]+|NS_ERROR_[A-Z_]+|no route to host|certificate verify failed|unable to verify the first certificate)/i,
    'voice',
    'the connection failed',
  ],
  [/^E(NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|BUSY|MFILE|NOSPC): \w/, 'voice', 'a system call failed'],
  [/^\[?(Errno|WinError) -?\d+\] /, 'voice', 'a system call failed'],
  [
    /^([\w.-]+: )?(connect to \S+ .{0,20}: )?(request|operation|call|connection|query|command|execution|tool|navigation)( to [^\n.]{1,60}?)? timed? ?-?out\b/i,
    'voice',
    'something timed out',
  ],
  [/\btimed out after [\d.,]+ ?(m?s|milliseconds?|sec(ond)?s?|minutes?)\b/i, 'voice', 'something timed out'],
  [
    /\b(api|access|auth|secret|bot|bearer)?[ _-]?(key|token|credentials?|secret|password)s? (is |are |was |were |has |have )?(not|never)( been)? (set|configured|found|provided|supplied|valid|recogni[sz]ed|specified|available|defined)\b/i,
    'voice',
    'a key or token is missing or refused',
  ],
  [
    /\b(api|access|auth|secret|bot|bearer)?[ _-]?(key|token|credentials?|secret|password)s? (is |are |was |were |has |have )?(been )?(missing|invalid|incorrect|expired|required|rejected)\b(?! and)/i,
    'voice',
    'a key or token is missing or refused',
  ],
  [
    /\b(missing|invalid|no|expired|unset|incorrect|bad) ([\w-]+ ){0,3}(api[ _-]?keys?|access token|auth(entication)? token|bot token|token|credentials|environment variables?|client secret)\b/i,
    'voice',
    'a key or token is missing or refused',
  ],
  [
    /\b(set|define|provide|export|configure) (the |your |a |an )?`?[A-Z][A-Z0-9_]{4,}`?( environment)? ?(variable|env|key|token)?/,
    'voice',
    'a setting is missing',
  ],
  [
    /\bunable to locate credentials|default credentials were not found|check your authentication|please (log|sign) in\b|authentication (is )?(required|failed)|not authenticated|authori[sz]ation failed|\binvalid_(auth|grant|token|client)\b/i,
    'voice',
    'the caller is not authenticated',
  ],
  [
    /\b(rate ?-?limit(s|ed)?( has been| was)? (exceeded|reached|hit)|too many requests|(exceeded|over|out of)( your| the)?( \w+){0,2} (quota|credits?|rate limit)|quota( has been| was)? (exceeded|exhausted|reached)|\b(is|are|was|were|been|being) rate ?-?limited)/i,
    'voice',
    'a limit was reached',
  ],
  [
    new RegExp(`^(http(/[\\d.]+)? ?)?(error |status( code)? )?:? ?[45]\\d\\d:? ${REASON}\\b`, 'i'),
    'voice',
    'it is an HTTP status that stands for an error',
  ],
  [/^([\w-]+ ){0,4}error:? ?[([]?(http |status )?[45]\d\d\b/i, 'voice', 'a service answered with an error'],
  [
    /^(http|https) (error|status)( code)?:? ?[45]\d\d\b/i,
    'voice',
    'it is an HTTP status that stands for an error',
  ],
  [
    /\b(api|http|server|request|service|upstream|graphql|rest) (error|returned|responded)[^\n]{0,40}\b[45]\d\d\b/i,
    'voice',
    'a service answered with an error',
  ],
  [
    /\b(status|status code|http) ?[:=]? ?[45]\d\d\b.{0,80}\b(failed|error)\b|\b(failed|error)\b.{0,80}\b(status|status code|http|code) ?[:=]? ?[45]\d\d\b/i,
    'voice',
    'a service answered with an error',
  ],
  [
    /\b(?:is|are) (?:temporarily|currently) (?:unavailable|not available|down|offline|out of service)\b/i,
    'voice',
    'a service is away',
  ],
  [/^fatal: \w/, 'voice', 'a command ended with a fatal error'],
  [
    /^(\/?[\w./-]+: )?(line \d+: )?[\w./-]+: (command not found|no such file( or directory)?|permission denied|not found)$/im,
    'machine',
    'a command reports an error',
  ],
  [/^An error occurred \(\w+\) when calling the \w+ operation/, 'voice', 'a service answered with an error'],
  [
    /\b(cannot|could not|can't|unable to) connect to\b|\bconnection (to .{1,60} )?(was )?refused\b/i,
    'machine',
    'the connection failed',
  ],
  [/^MCP error -?\d+: /, 'voice', 'it is a JSON-RPC error as a client writes it'],
];

/** What names a step of a program. */
export const MACHINE: readonly SentenceRow[] = [
  [/^(?:parse|syntax|lexical|runtime|compile) error\b/i, 'machine', 'it reports an error'],
  [
    /^[A-Z]\w*(?:Refused|Denied|Failure|Failed|Unavailable|NotFound|Timeout)\b: /,
    'machine',
    'it begins as a thrown exception',
  ],
  [
    new RegExp(
      `^(error|exception|failure) (?!${ABOUT}\\b)(while |when |during |in |on |from |with |of )?[\\w' .\`"/\\\\-]{2,80}[:：(-](?! ?-?\\d+(?:\\.\\d+)? ?[a-zµ°%]{0,3}[.;])`,
      'i',
    ),
    'machine',
    'it names a step that failed',
  ],
  [
    new RegExp(
      `^(sorry,? )?(but )?(i |we |the server |the tool )?(failed|unable|was unable|were unable) to ${STEP}\\b`,
      'i',
    ),
    'machine',
    'it names a step that failed',
  ],
  [
    new RegExp(
      `^(sorry,? )?(but )?(i |we |the server |the tool )?(could ?n[o']t|can ?not|can't|was not able to|were not able to) ${STEP}\\b`,
      'i',
    ),
    'machine',
    'it names a step that failed',
  ],
  [
    /^(an? )?(\w+ )?(error|exception)( has)? (occurred|happened|was thrown)\b/i,
    'machine',
    'it reports an error',
  ],
  [
    /^(an? )(unexpected|unknown|internal|unhandled) (\w+ )?(error|exception)\b/i,
    'machine',
    'it reports an error',
  ],
  [/^something went wrong\b/i, 'machine', 'it reports an error'],
  [/^internal (server )?error\b[.:!]?/i, 'machine', 'it reports an error'],
  [/^traceback \(most recent call last\):/i, 'machine', 'it is the trace of an exception'],
  [
    /^(?:[\w.-]{1,40}(?:[ :,]|\.(?=[A-Z])) ?){0,4}(?:(?:\w+(?:\.|::))*[A-Z]\w*|(?:\w+(?:\.|::))+)(?:Error|Exception|Fault)\b(?: ?\[[^\]]{1,40}\]| ?\(\w+\))?: \S/,
    'machine',
    'it begins as a thrown exception',
  ],
  [/^(?:\w+\.)*[A-Z]\w*(?:Error|Exception)\(.*\)$/, 'machine', 'it is an exception of the program'],
  [/^(npm|yarn|pnpm|pip|cargo) (error|ERR!)/, 'machine', 'a command reports an error'],
  [/^([\w.-]+: )?\*\*\* \S/, 'machine', 'a command reports an error'],
  [/^(fatal|error)(\[\w+\])?: \S/, 'plain', 'it begins with the word for an error'],
  [
    /^(execution|transaction) reverted\b|\bout of memory\b|\bstack overflow\b|\bsegmentation fault\b|\bcore dumped\b/i,
    'machine',
    'the program was stopped',
  ],
  [
    /^[A-Z][A-Z0-9_]*(ERROR|EXCEPTION|FAILED|FAILURE|DENIED|REFUSED|REJECTED|EXCEEDED|UNAVAILABLE|NOT_FOUND|TIMEOUT)\b ?:/,
    'machine',
    'it begins with the code of an error',
  ],
  [/^time-?out(error)?: \S/i, 'machine', 'something timed out'],
  [
    /^panic: |^thread '[^']*' panicked at |^Exception in thread /,
    'machine',
    'it begins as a thrown exception',
  ],
  [/^Error from server \(\w+\)|^Error response from daemon/, 'machine', 'a command reports an error'],
];
