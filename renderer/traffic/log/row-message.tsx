import { visibleText } from '../../../app/base/hidden-characters.ts';
import { AS_EXPECTED } from '../../../app/findings/expected-ends.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import { frameLine } from '../../../app/frame/trace-frame.ts';
import { FindingMark, findingsLine, highestSeverityFinding } from '../../shared/finding-mark.tsx';
import rowTag from '../../shared/row-tag.module.css';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { TierMark } from '../../ui/kit.tsx';
import { HostLimit } from './host-limit.tsx';
import styles from './row-message.module.css';
import { rowOutcome, rowTagOf } from './row-text.ts';

type CallMessageProps = {
  readonly request: Row;
  readonly more: number;
  /** How many equal calls the row represents. */
  readonly repeats: number;
};

/** This many characters of the arguments are worth more than the method. */
const MIN_ARGUMENTS = 16;

/** The subject of a call: target, arguments, method; in a narrow row the method is hidden first. */
export function CallMessage({ request, more, repeats }: CallMessageProps) {
  const { method, target, text, direction } = request;
  const isNamed = !isAboutTarget(request);
  const aside = visibleText(isNamed ? target : method);
  const least = Math.min(text.length, MIN_ARGUMENTS);
  return (
    <span className={styles.call}>
      {isNamed ? <span className={styles.method}>{drawnText(method)}</span> : <Target text={target} />}
      {repeats > 1 ? (
        <span className={styles.count} title={`${repeats} calls in a row with the same arguments`}>
          ×{repeats.toLocaleString('en')}
        </span>
      ) : more > 0 ? (
        <span className={styles.count}>+{more}</span>
      ) : null}
      {direction === 'server-to-client' ? <span className={styles.aside}>asked by the server</span> : null}
      {text === '' ? null : (
        <span className={styles.arguments} style={{ minWidth: `${least}ch` }}>
          {drawnText(text)}
        </span>
      )}
      {repeats > 1 ? <span className={styles.aside}>same arguments</span> : null}
      {aside === '' ? null : <span className={styles.last}>{aside}</span>}
    </span>
  );
}

/** True if the target is more informative than the method. In a handshake it is not. */
function isAboutTarget({ method, target }: Row): boolean {
  return target !== '' && method.includes('/');
}

/** The subject of a row that represents itself or the rows folded into it. */
export function RowMessage({ row, folded }: { readonly row: Row; readonly folded: number }) {
  const tag = <RowTag row={row} />;
  const note = <FoldNote kind={row.kind} folded={folded} />;
  if (row.kind !== 'frame' || row.shape === 'invalid') {
    const text = row.text || row.method;
    return (
      <span className={styles.frame}>
        {tag}
        {note}
        <HeadTail
          className={styles.line}
          text={text}
          at={row.kind === 'stderr' ? fileAt(text) : text.length}
        />
      </span>
    );
  }
  return (
    <span className={styles.frame}>
      {tag}
      <span className={isAboutTarget(row) ? styles.beforeTarget : styles.named}>
        {row.method === '' ? (
          <span className={styles.unknown}>no request for this answer</span>
        ) : (
          <span className={styles.method}>{drawnText(row.method)}</span>
        )}
        {row.target === '' ? (
          note
        ) : (
          <span className={styles.about}>
            <Target text={row.target} />
            {note}
          </span>
        )}
      </span>
    </span>
  );
}

/** Where the file of a stack frame begins: its path shrinks, since the file and line matter most. */
function fileAt(text: string): number {
  const file = frameLine(text, '')?.frame.file ?? '';
  return file === '' ? text.length : text.indexOf(file) + file.search(/[^\\/]*$/);
}

type HeadTailProps = { readonly className: string | undefined; readonly text: string; readonly at: number };

/** A text that shrinks before a place, and not from there on. */
function HeadTail({ className, text, at }: HeadTailProps) {
  return (
    <span className={className}>
      <span className={styles.head}>{drawnText(text.slice(0, at))}</span>
      {at === text.length ? null : <span className={styles.tail}>{drawnText(text.slice(at))}</span>}
    </span>
  );
}

export function messageTitle({ kind, shape, method, target, text }: Row): string {
  if (kind !== 'frame' || shape === 'invalid') return visibleText(text);
  return visibleText([`${method} ${target}`.trim(), text].filter((part) => part !== '').join('\n'));
}

/** A target in its color; a path shrinks in its middle, since its end matters most. */
function Target({ text }: { readonly text: string }) {
  return <HeadTail className={styles.target} text={text} at={tailStart(text)} />;
}

const MAX_TAIL = 24;

/** Where the unshrinkable end of a path begins: its last two parts if they are short; else its length. */
export function tailStart(target: string): number {
  if (!target.includes('/')) return target.length;
  const last = target.lastIndexOf('/', target.length - 2);
  const before = last > 0 ? target.lastIndexOf('/', last - 1) : -1;
  for (const at of [before, last]) {
    const isInside = at > 0 && target.charAt(at - 1) !== '/' && target.charAt(at - 1) !== ':';
    if (isInside && target.length - at <= MAX_TAIL) return at;
  }
  return target.length;
}

function FoldNote({ kind, folded }: { readonly kind: Row['kind']; readonly folded: number }) {
  if (folded === 0) return null;
  const count = (folded + 1).toLocaleString('en');
  return (
    <span className={styles.count}>{kind === 'stderr' ? counted(folded + 1, 'line') : `×${count}`}</span>
  );
}

function RowTag({ row }: { readonly row: Row }) {
  const tag = rowTagOf(row);
  if (tag === undefined) return null;
  return (
    <span className={rowTag.tag} title={tag.why}>
      {tag.label}
    </span>
  );
}

type Props = Pick<Row, 'flag'> & {
  readonly row: Row;
  readonly nameOf: CodeNamer;
  readonly findings: readonly Finding[];
  readonly session: string;
};

/** How a row ended: tier, label and findings; then, if there is room, the rule and the message. */
export function RowOutcome({ row, flag, nameOf, findings, session }: Props) {
  const outcome = rowOutcome(row, nameOf);
  const detail = outcome?.detail ?? (row.shape === 'notification' ? row.text : '');
  return (
    <span className={styles.outcome} title={outcome && titleOf(outcome)}>
      <TierMark tier={row.tier} />
      {outcome === undefined ? null : (
        <HeadTail className={styles.label} text={outcome.label} at={placeStart(outcome.label)} />
      )}
      {flag === '' ? null : (
        <span className={styles.finding} data-flag={flag} title={findingsLine(findings)}>
          <FindingMark severity={flag} />
        </span>
      )}
      {row.method === 'tools/call' && row.shape === 'result' ? (
        <HostLimit session={session} row={row} />
      ) : null}
      {flag === '' && detail === '' ? null : (
        <span className={styles.rest}>
          {flag === '' ? null : <RowRule row={row} flag={flag} findings={findings} />}
          {detail === '' ? null : <span className={styles.detail}>{drawnText(detail)}</span>}
        </span>
      )}
    </span>
  );
}

/** Where the place of a failure begins behind its code; else the length. */
function placeStart(label: string): number {
  return label.includes(' · ') ? label.lastIndexOf(' · ') : label.length;
}

function titleOf({ label, detail }: { readonly label: string; readonly detail: string }): string {
  return visibleText(detail === '' ? label : `${label}: ${detail}`);
}

/** The rule of a finding on this row; the inspector explains it. The flag arrives before the findings. */
function RowRule({ row, flag, findings }: Pick<Props, 'row' | 'flag' | 'findings'>) {
  const isExpected = findings.some(({ rule }) => rule === AS_EXPECTED);
  const others = findings.filter(({ rule }) => rule !== AS_EXPECTED);
  const first = highestSeverityFinding(others);
  const more = others.length > 1 ? ` +${others.length - 1}` : '';
  const rules = [isExpected ? 'expected' : '', first?.rule ?? ''].filter((part) => part !== '').join(' · ');
  return (
    <>
      <span className={styles.rule} data-flag={flag}>
        {rules + more}
      </span>
      {row.tier === 'ok' && first !== undefined ? (
        <span className={styles.detail}>{drawnText(first.title)}</span>
      ) : null}
    </>
  );
}
