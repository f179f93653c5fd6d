import { isJsonObject } from '../../../app/base/json-value.ts';
import { firstText } from '../../../app/frame/preview.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { unreadText } from '../../state/server/call-draft.ts';
import { Card } from '../../ui/controls/card.tsx';
import { useToolInfo } from '../use-tool-info.ts';
import styles from './arguments-card.module.css';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

/** For a call that was rejected: its arguments beside the tool's input schema. */
export function ArgumentsCard({ inspected }: { readonly inspected: Inspected }) {
  const { request, settling } = inspected;
  const call = request?.envelope.kind === 'request' && request.envelope.method === 'tools/call';
  if (!call || (settling.tier !== 'tool' && settling.tier !== 'protocol')) return null;
  return <Comparison key={settling.seq} inspected={inspected} name={settling.target} />;
}

function Comparison({ inspected, name }: { readonly inspected: Inspected; readonly name: string }) {
  const { session, request } = inspected;
  const tool = useToolInfo(session, name, request?.row.seq ?? 0);
  if (tool === undefined || request?.envelope.kind !== 'request') return null;
  const params = request.envelope.params;
  const { rows, unread } = schemaRows(tool.inputSchema, isJsonObject(params) ? (params.arguments ?? {}) : {});
  const wrong = rows.filter(({ mismatches }) => mismatches.length > 0).length;
  if (wrong === 0 && !speaksOfValidation(inspected)) return null;
  return (
    <Card title="Arguments against the input schema" aside={wrongText(wrong)}>
      {rows.length === 0 ? (
        <p>The schema names no arguments, and none were sent.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">argument</th>
              <th scope="col">sent</th>
              <th scope="col">schema</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ArgumentRow key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {unread !== '' && <p className={styles.note}>{unreadText(unread)}</p>}
      {wrong === 0 && unread === '' && (
        <p className={styles.note}>
          The arguments fit the schema that the server listed: it checks more than the schema says, or another
          schema.
        </p>
      )}
    </Card>
  );
}

function ArgumentRow({ row }: { readonly row: SchemaRow }) {
  const { path, label, depth, sent, wanted, required, mismatches } = row;
  const wrong = mismatches.length > 0;
  return (
    <>
      <tr data-wrong={wrong} data-path={path}>
        <th scope="row" style={{ paddingInlineStart: 19 + depth * 12 }}>
          {wrong && <WrongMark />}
          {label}
          {required && <abbr title="required">*</abbr>}
        </th>
        <td>{sent === undefined ? <i>not sent</i> : <code>{sent}</code>}</td>
        <td>{wanted === '' ? <i>unknown to it</i> : <code>{wanted}</code>}</td>
      </tr>
      {mismatches.map((message) => (
        <tr key={message} className={styles.mismatch}>
          <td colSpan={3} style={{ paddingInlineStart: 19 + depth * 12 }}>
            {message}
          </td>
        </tr>
      ))}
    </>
  );
}

function WrongMark() {
  return (
    <svg width="9" height="9" viewBox="0 0 9 9" role="img" aria-label="does not fit">
      <path d="M1.5 1.5l6 6M7.5 1.5l-6 6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}

function wrongText(wrong: number): string {
  if (wrong === 0) return 'no mismatch';
  return wrong === 1 ? '1 place does not fit' : `${wrong} places do not fit`;
}

const VALIDATION =
  /validat|invalid[_ ](?:tool )?(?:arguments?|params?|parameters?|input)|\bschema\b|is required|required property|missing required|must (?:be|have|match)|expected .{1,60} (?:received|got)/i;
/** The tool itself was not there: its arguments were never looked at. */
const NO_TOOL = /unknown tool|tool .{0,200}not found/i;
const READ_CHARS = 4000;

function speaksOfValidation(inspected: Inspected): boolean {
  const error = wireErrorOf(inspected);
  if (error !== undefined) {
    if (NO_TOOL.test(error.message)) return false;
    return error.codeText === '-32602' || VALIDATION.test(error.message);
  }
  const envelope = settlingEnvelope(inspected);
  if (envelope?.kind !== 'result' || !isJsonObject(envelope.result)) return false;
  return VALIDATION.test((firstText(envelope.result) ?? '').slice(0, READ_CHARS));
}
