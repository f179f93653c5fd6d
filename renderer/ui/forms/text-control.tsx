import { BytesControl } from './bytes-control.tsx';
import styles from './form.module.css';
import { type ControlProps, useForm } from './form-context.ts';
import { PickerControl } from './picker-control.tsx';
import { PlainText } from './plain-text.tsx';
import { SideButton } from './side-button.tsx';
import { SuggestControl } from './suggest-control.tsx';

/** A string, with what its format needs: a picker, a new UUID, the bytes of a file. */
export function TextControl(props: ControlProps) {
  const { path, part } = props;
  const { suggest } = useForm();
  if (suggest !== undefined && path.length === 1) return <SuggestControl {...props} suggest={suggest} />;
  const format = part.kind === 'text' ? part.format : '';
  switch (format) {
    case 'date':
    case 'date-time':
    case 'time':
      return <PickerControl {...props} kind={format} />;
    case 'uuid':
      return <UuidControl {...props} />;
    case 'base64':
      return <BytesControl {...props} />;
    default:
      return <PlainText {...props} />;
  }
}

function UuidControl(props: ControlProps) {
  const { path, field } = props;
  return (
    <span className={styles.pair}>
      <PlainText {...props} />
      <SideButton
        word="new"
        label={`New UUID for ${String(path.at(-1) ?? 'the value')}`}
        disabled={field.disabled}
        onClick={() => field.set(crypto.randomUUID())}
      />
    </span>
  );
}
