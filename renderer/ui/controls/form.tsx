import type { ComponentProps, KeyboardEvent } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> & {
  readonly onSubmit: () => void;
  /** True if Ctrl+Enter submits from every control inside, a text of several lines among them. */
  readonly byKeys?: boolean;
};

/** A form that the page itself handles: nothing is ever sent by the browser. */
export function Form({ onSubmit, byKeys = false, ...form }: Props) {
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      {...form}
      onKeyDown={byKeys ? submitByKeys : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
