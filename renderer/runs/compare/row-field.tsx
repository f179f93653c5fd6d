import { useEffect, useState } from 'react';

type Props = {
  readonly label: string;
  readonly value: number | undefined;
  readonly disabled: boolean;
  readonly change: (value: number | undefined) => void;
};

/** The number of a row; empty for none. It counts when the field is left or Enter is pressed. */
export function RowField({ label, value, disabled, change }: Props) {
  const [text, setText] = useState('');
  useEffect(() => setText(value === undefined ? '' : String(value)), [value]);
  const isRow = text.trim() === '' || /^\d{1,15}$/.test(text.trim());
  const settle = () => {
    const next = text.trim() === '' ? undefined : Number(text.trim());
    if (isRow && next !== value) change(next);
  };
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        inputMode="numeric"
        value={text}
        disabled={disabled}
        aria-invalid={!isRow}
        title={isRow ? 'The number of a row, empty for the end of the session' : 'Type the number of a row.'}
        onChange={(event) => setText(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => (event.key === 'Enter' ? settle() : undefined)}
      />
    </label>
  );
}
