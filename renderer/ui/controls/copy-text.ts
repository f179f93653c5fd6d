import { notify } from '../../state/screen/screen-actions.ts';

/** Copies a text; false where the browser refuses, and says then what to do instead. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify({
      level: 'warning',
      text: 'The browser did not allow copying. Select the text and press Ctrl+C.',
    });
    return false;
  }
}
