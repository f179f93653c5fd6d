import { useScreenServices } from './screen-services.ts';

/** A function that copies a text. It gives false if the browser refuses, and says then what to do instead. */
export function useCopyText(): (text: string) => Promise<boolean> {
  const { notify } = useScreenServices();
  return async (text) => {
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
  };
}
