import { useId } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { useScreenServices } from './screen-services.ts';

type Props = Omit<ButtonProps, 'disabled' | 'title'> & {
  /** Why it can do nothing now, as a sentence; empty if it can. */
  readonly reason: string;
  /** What it does, for the pointer that rests on it. */
  readonly hint: string;
};

/** A button that keeps the focus while it can do nothing, and then says why. */
export function ReasonedButton({ reason, hint, onClick, ...rest }: Props) {
  const id = useId();
  const { notify } = useScreenServices();
  if (reason === '') return <Button {...rest} title={hint} onClick={onClick} />;
  return (
    <>
      <Button
        {...rest}
        aria-disabled="true"
        aria-describedby={id}
        title={reason}
        onClick={() => notify({ level: 'info', text: reason })}
      />
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
