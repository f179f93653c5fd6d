import { isJsonObject, type ValuePath } from '../../../app/base/json-value.ts';
import { patternSchemas } from '../../../app/schema/container-checks.ts';
import { Button } from '../controls/button.tsx';
import { CrossMark } from '../controls/glyph.tsx';
import { Paged } from '../list/paged.tsx';
import styles from './form.module.css';
import { useFieldValue, useForm } from './form-context.ts';
import { withMemberRenamed } from './form-value.ts';
import type { FormPart } from './schema-form.ts';
import { startValue } from './start-value.ts';

type Props = { readonly path: ValuePath; readonly part: FormPart };

/** Items of one list, or members that no schema declares, that are drawn at once. */
export const FIELDS = 50;
/** Declared fields that are drawn at once: forms of sixty are met. */
const DECLARED = 100;

/** The members of an object: the declared ones, and rows of key and value for all others. */
export function GroupField({ path, part }: Props) {
  const { Field } = useForm();
  const { value } = useFieldValue(path);
  if (part.kind !== 'group') return null;
  const declared = new Set(part.members.map((member) => member.name));
  const object = isJsonObject(value) ? value : {};
  const others = Object.keys(object).filter((name) => !declared.has(name));
  const ordered = part.members.toSorted((left, right) => Number(right.required) - Number(left.required));
  return (
    <div className={path.length === 0 ? styles.members : styles.nested}>
      <Paged items={ordered} noun="field" size={DECLARED}>
        {(shown) =>
          shown.map((member) => <Field key={member.name} {...member} path={[...path, member.name]} />)
        }
      </Paged>
      <Paged items={others} noun="other member" size={FIELDS}>
        {(shown, from) =>
          shown.map((name, index) => (
            // A row keeps its place while its key is typed.
            <OtherMember key={from + index} path={path} name={name} schema={otherSchema(part, name)} />
          ))
        }
      </Paged>
      {part.others !== undefined && (
        <AddMember path={path} schema={part.others} taken={Object.keys(object)} />
      )}
    </div>
  );
}

/** The schema of a member that is not declared by its name. */
function otherSchema({ patterns, others }: Extract<FormPart, { kind: 'group' }>, name: string): unknown {
  return patternSchemas(patterns, name)[0] ?? others ?? {};
}

type OtherProps = { readonly path: ValuePath; readonly name: string; readonly schema: unknown };

function OtherMember({ path, name, schema }: OtherProps) {
  const { value, change, disabled, Field } = useForm();
  const { unset } = useFieldValue([...path, name]);
  const label = name === '' ? 'the unnamed member' : name;
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <input
          className={styles.key}
          aria-label={`Key of ${label}`}
          placeholder="key"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          value={name}
          onChange={(event) => change(withMemberRenamed(value, path, name, event.target.value))}
        />
        <Button
          look="bare"
          className={styles.tool}
          aria-label={`Remove ${label}`}
          disabled={disabled}
          onClick={unset}
        >
          <CrossMark />
        </Button>
      </div>
      <Field path={[...path, name]} name={label} schema={schema} required={false} bare />
    </div>
  );
}

type AddProps = { readonly path: ValuePath; readonly schema: unknown; readonly taken: readonly string[] };

function AddMember({ path, schema, taken }: AddProps) {
  const { root } = useForm();
  const { value, set, disabled } = useFieldValue(path);
  const add = () => {
    const object = isJsonObject(value) ? value : {};
    let number = taken.length + 1;
    while (taken.includes(`key${number}`)) number += 1;
    set({ ...object, [`key${number}`]: startValue(root, schema) });
  };
  return (
    <Button look="bare" className={styles.add} disabled={disabled} onClick={add}>
      + Add member
    </Button>
  );
}
