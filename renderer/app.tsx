import { useActiveSession, useScreen } from './store/screen-store.ts';

/** The whole screen. */
export function App() {
  const hello = useScreen((state) => state.hello);
  const session = useActiveSession();
  return <main data-host={hello?.host}>{session?.label}</main>;
}
