import { setTheme } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { ThemeChoice } from '../../state/theme/theme.ts';
import { Button } from '../../ui/controls/button.tsx';

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const WORD: Record<ThemeChoice, string> = { system: "the system's", light: 'light', dark: 'dark' };

/** Goes round: the system's theme, light, dark. */
export function ThemeSwitch() {
  const theme = useScreen((state) => state.theme);
  return (
    <Button
      look="icon"
      aria-label={`Theme: ${WORD[theme]}`}
      title={`Theme: ${WORD[theme]}. Click for ${WORD[NEXT[theme]]}.`}
      onClick={() => setTheme(NEXT[theme])}
    >
      <svg aria-hidden="true" width="15" height="15" viewBox="0 0 15 15" fill="none" stroke="currentColor">
        <ThemePath theme={theme} />
      </svg>
    </Button>
  );
}

function ThemePath({ theme }: { readonly theme: ThemeChoice }) {
  const stroke = { strokeWidth: 1.3, strokeLinecap: 'round' } as const;
  switch (theme) {
    case 'light':
      return (
        <path
          d="M7.5 4.6a2.9 2.9 0 1 0 .01 0M7.5 1v1.2M7.5 12.8V14M1 7.5h1.2M12.8 7.5H14M2.9 2.9l.9.9M11.2 11.2l.9.9M2.9 12.1l.9-.9M11.2 3.8l.9-.9"
          {...stroke}
        />
      );
    case 'dark':
      return (
        <path d="M12.6 9.2A5.5 5.5 0 0 1 5.8 2.4a5.5 5.5 0 1 0 6.8 6.8z" strokeLinejoin="round" {...stroke} />
      );
    case 'system':
      return (
        <>
          <circle cx="7.5" cy="7.5" r="5.3" {...stroke} />
          <path d="M7.5 2.2a5.3 5.3 0 0 1 0 10.6z" fill="currentColor" stroke="none" />
        </>
      );
  }
}
