import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { editAndStartAgain } from '../../state/session/profiles-store.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { Setting, SettingsPart } from './setting.tsx';

/** How the server of a session is started. To change it starts another: the log of this one goes on no further. */
export function StartSettings({ info }: { readonly info: LiveInfo }) {
  const { commandLine, cwd, envNames } = info;
  return (
    <SettingsPart title="Start" hint="of this session">
      <dl className={kit.entries}>
        <Setting words="command arguments program">
          <dt>Command</dt>
          <dd>
            <code>{visibleText(commandLine)}</code>
          </dd>
        </Setting>
        <Setting words="folder working directory cwd">
          <dt>Working directory</dt>
          <dd>{cwd === '' ? 'the one in which Tierscope was started' : <code>{visibleText(cwd)}</code>}</dd>
        </Setting>
        <Setting words="environment variables env secrets">
          <dt>Environment variables</dt>
          <dd>{envNames.length === 0 ? 'none of its own' : <code>{envNames.join(', ')}</code>}</dd>
        </Setting>
      </dl>
      <Setting words="command folder environment variables edit">
        <Button onClick={() => editAndStartAgain(info)}>Edit and start again…</Button>
      </Setting>
    </SettingsPart>
  );
}
