import { useMemo } from 'react';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import type { SchemaWarning } from '../../../app/base/schema/schema-walk.ts';
import type { ServerRequest, SessionInfo } from '../../../app/contract/session-info.ts';
import { configuredRoots, type Root, RootsEditor } from '../../shared/roots-editor.tsx';
import { UrlView } from '../../shared/url-view.tsx';
import { readObject, unreadText, withText, writtenArguments } from '../../state/server/call-draft.ts';
import {
  type ErrorDraft,
  type JsonDraft,
  resultDraft,
  type ServerRequestDraft,
  serverRequestShape,
  withResult,
} from '../../state/server/server-request-draft.ts';
import { AreaField, TextField } from '../../ui/controls/fields.tsx';
import { fieldWarnings } from '../../ui/forms/form-value.ts';
import { JsonBox } from '../../ui/forms/json-control.tsx';
import { hasMembers, ObjectForm } from '../../ui/forms/value-field.tsx';
import { kit } from '../../ui/kit.tsx';
import { SamplingForm } from './sampling.tsx';

type DraftBoxProps = {
  readonly label: string;
  readonly draft: JsonDraft;
  readonly warnings?: readonly SchemaWarning[];
  readonly onChange: (draft: JsonDraft) => void;
};

/** A JSON object being typed. */
export function DraftBox({ label, draft, warnings, onChange }: DraftBoxProps) {
  const read = readObject(draft.text);
  return (
    <JsonBox
      label={label}
      text={draft.text}
      fault={read.ok ? '' : read.error}
      warnings={warnings}
      onChange={(text) => onChange(withText(draft, text))}
    />
  );
}

type RootsAnswerProps = {
  readonly draft: JsonDraft;
  readonly folder: string;
  readonly onChange: (draft: JsonDraft) => void;
};

function RootsAnswer({ draft, folder, onChange }: RootsAnswerProps) {
  const { roots } = draft.kept;
  const list: readonly Root[] = Array.isArray(roots) ? roots.filter(isJsonObject).map(rootOf) : [];
  return (
    <RootsEditor
      roots={list}
      folder={folder}
      onChange={(next) => onChange(writtenArguments({ ...draft.kept, roots: keepsDraft(next) }))}
    />
  );
}

function rootOf(value: unknown): Root {
  const name = stringAt(value, 'name');
  return { uri: stringAt(value, 'uri') ?? '', ...(name === undefined ? {} : { name }) };
}

/** Keeps a row that is being emptied; drops only empty names. */
function keepsDraft(roots: readonly Root[]): Root[] {
  return roots.map((root) => (root.uri === '' ? root : (configuredRoots([root])[0] ?? root)));
}

type Props = {
  readonly info: SessionInfo;
  readonly serverRequest: ServerRequest;
  readonly draft: ServerRequestDraft;
  readonly onChange: (draft: ServerRequestDraft) => void;
};

export function WayBody({ info, serverRequest, draft, onChange }: Props) {
  const shape = serverRequestShape(serverRequest);
  switch (draft.way) {
    case 'error':
      return <ErrorForm draft={draft.error} onChange={(error) => onChange({ ...draft, error })} />;
    case 'result':
      return (
        <DraftBox
          label="Whole result (JSON)"
          draft={resultDraft(shape, draft)}
          onChange={(result) => onChange(withResult(shape, draft, result))}
        />
      );
    case 'json':
    case 'form':
      return (
        <TypedAnswer
          info={info}
          serverRequest={serverRequest}
          as={draft.way}
          draft={draft.typed}
          onChange={(typed) => onChange({ ...draft, typed })}
        />
      );
  }
}

type TypedAnswerProps = {
  readonly info: SessionInfo;
  readonly serverRequest: ServerRequest;
  readonly as: 'form' | 'json';
  readonly draft: JsonDraft;
  readonly onChange: (draft: JsonDraft) => void;
};

function TypedAnswer({ info, serverRequest, as, draft, onChange }: TypedAnswerProps) {
  switch (serverRequestShape(serverRequest)) {
    case 'values':
      return <ValuesForm serverRequest={serverRequest} draft={draft} as={as} onChange={onChange} />;
    case 'message':
      return <SamplingForm params={serverRequest.params} draft={draft} onChange={onChange} />;
    case 'roots':
      return <RootsAnswer draft={draft} folder={info.cwd} onChange={onChange} />;
    case 'visit':
      return (
        <>
          <UrlView url={stringAt(serverRequest.params, 'url') ?? ''} />
          <p className={kit.note}>
            Accepting says that the user agreed to the visit. The server reports by itself when it is done.
          </p>
        </>
      );
    case 'nothing':
      return <p className={kit.note}>The answer to a ping is an empty result.</p>;
  }
}

/** The values of an elicitation, as a form of its schema or as JSON. Mismatches are reported, but may be sent. */
function ValuesForm({ serverRequest, draft, as, onChange }: Omit<TypedAnswerProps, 'info'>) {
  const { requestedSchema } = serverRequest.params;
  const schema = isJsonObject(requestedSchema) ? requestedSchema : EMPTY;
  const { warnings, unread } = useMemo(() => checkSchema(schema, draft.kept), [schema, draft.kept]);
  const read = readObject(draft.text);
  if (as === 'json')
    return <DraftBox label="Content (JSON)" draft={draft} warnings={warnings} onChange={onChange} />;
  return (
    <>
      {!hasMembers(schema) && (
        <p className={kit.note}>The schema names no fields. Accepting sends what is here, or nothing.</p>
      )}
      <ObjectForm
        schema={schema}
        value={draft.kept}
        warnings={fieldWarnings(warnings)}
        disabled={!read.ok}
        onChange={(value) => isJsonObject(value) && onChange(writtenArguments(value))}
      />
      {!read.ok && (
        <p role="status" className={kit.fault}>
          {read.error} The form shows the last values that were valid; correct the text in the JSON view.
        </p>
      )}
      {unread !== '' && <p className={kit.note}>{unreadText(unread)}</p>}
    </>
  );
}

const EMPTY = {};

type ErrorFormProps = { readonly draft: ErrorDraft; readonly onChange: (draft: ErrorDraft) => void };

/** A JSON-RPC error of the user's choice. Any code may be sent, to see how the server reacts. */
export function ErrorForm({ draft, onChange }: ErrorFormProps) {
  return (
    <>
      <div className={kit.pair}>
        <TextField
          label="Code"
          inputMode="numeric"
          value={draft.code}
          onChange={(code) => onChange({ ...draft, code })}
        />
        <TextField
          label="Message"
          value={draft.message}
          onChange={(message) => onChange({ ...draft, message })}
        />
      </div>
      <AreaField
        label="Data"
        hint="JSON, optional"
        rows={2}
        value={draft.data}
        onChange={(data) => onChange({ ...draft, data })}
      />
    </>
  );
}
