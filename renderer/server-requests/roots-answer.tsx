import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { writtenArguments } from '../state/server/call-draft.ts';
import type { JsonDraft } from '../state/server-requests/ask-draft.ts';
import { givenRoots } from '../state/server-requests/given-roots.ts';
import type { Root } from '../ui/roots/root-warning.ts';
import { RootsEditor } from '../ui/roots/roots-editor.tsx';

type Props = {
  readonly draft: JsonDraft;
  readonly folder: string;
  readonly onChange: (draft: JsonDraft) => void;
};

/** The list of roots for one answer; the list of the session stays as it is. */
export function RootsAnswer({ draft, folder, onChange }: Props) {
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

/** A row that is being emptied stays; only names that say nothing are left out. */
function keepsDraft(roots: readonly Root[]): Root[] {
  return roots.map((root) => (root.uri === '' ? root : (givenRoots([root])[0] ?? root)));
}
