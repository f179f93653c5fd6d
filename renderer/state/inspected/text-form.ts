import { create } from 'zustand';
import { readRemembered, remember } from '../screen/kept-entries.ts';

const KEY = 'text-form';

/** How the text of messages is shown: as it was sent, or with a line for each member. */
export type TextForm = 'sent' | 'indented';

/** The choice holds for all messages, and lasts over a restart. */
export const useTextForm = create<{ readonly form: TextForm }>(() => ({
  form: readRemembered(KEY) === 'indented' ? 'indented' : 'sent',
}));

export function setTextForm(form: TextForm): void {
  useTextForm.setState({ form });
  remember(KEY, form);
}
