import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { versionedName } from '../../../app/base/versioned-name.ts';
import {
  type FileInfo,
  fileInfo,
  type HttpLinkState,
  type LogTextsState,
  liveInfo,
  type SessionInfo,
} from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { LAST_INITIALIZE } from '../../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import bar from '../../shared/session-bar.module.css';
import { ExpectedCounter, TierCounter } from '../../shared/tier-legend.tsx';
import { host, notifyFailure } from '../../state/host/host.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import {
  isTapped,
  projectText,
  rowTextsTitle,
  sendRefusal,
  setRules,
  stateText,
} from '../../state/session/session-text.ts';
import chip from '../../ui/controls/chip.module.css';
import { Form } from '../../ui/controls/fields.tsx';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { Button, Facts, kit } from '../../ui/kit.tsx';
import { StateDot } from '../session/state-dot.tsx';
import { useSettingsDraft } from '../settings/settings-draft.ts';
import { EraFields } from '../settings/settings-fields.tsx';
import eraChipStyles from './era-chip.module.css';
import { HostChip } from './host-chip.tsx';
import originChipStyles from './origin-chip.module.css';
import {
  eraOfSession,
  eraReason,
  mayTryOtherEra,
  ProbeFrames,
  SessionActions,
  tryOtherEra,
} from './session-actions.tsx';
import projectChipStyles from './vocabulary-chip.module.css';
import { VocabularyChip } from './vocabulary-chip.tsx';

/** The other end of the session, the results of its calls, and the session's actions. */
export function SessionHeader({ info }: { readonly info: SessionInfo }) {
  const { counts } = useSessionLog(info.session).mirror.state;
  const name = info.server === null ? info.label : versionedName(info.server);
  return (
    <div className={bar.bar}>
      <div className={`${kit.row} ${kit.grow} ${bar.peer}`}>
        <h1 className={`${kit.truncate} ${bar.name}`} title={visibleText(name)}>
          {drawnText(name)}
        </h1>
        <EraChip info={info} />
        <HttpChip info={info} />
        <WatchChip info={info} />
        <OriginChip info={info} />
        <VocabularyChip info={info} />
        <HostChip info={info} />
        <ProjectChip info={info} />
      </div>
      <div className={`${kit.row} ${kit.gap2} ${kit.fixed}`}>
        {ERROR_TIERS.map((tier) => (
          <TierCounter key={tier} tier={tier} count={counts[tier]} />
        ))}
        <ExpectedCounter count={counts.expected} />
      </div>
      <RecordState info={info} />
      <SessionActions info={info} />
    </div>
  );
}

function RecordState({ info }: { readonly info: SessionInfo }) {
  const { texts } = useSessionLog(info.session).mirror.state;
  const { label, title } = recordLabel(info, texts);
  const isWritten = (liveInfo(info)?.recordingFault ?? '') === '';
  if (label === '') return null;
  return (
    <span
      className={`${kit.inline} ${kit.note} ${kit.fixed} ${bar.record}`}
      data-fault={!isWritten}
      title={title}
    >
      <svg aria-hidden="true" width="9" height="9" viewBox="0 0 9 9">
        <circle cx="4.5" cy="4.5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
        {isWritten ? <circle cx="4.5" cy="4.5" r="1.7" fill="currentColor" /> : null}
      </svg>
      <span>{label}</span>
    </span>
  );
}

function recordLabel(info: SessionInfo, texts: LogTextsState | undefined): { label: string; title: string } {
  if (info.kind === 'file') return fromFile(info);
  const fault = liveInfo(info)?.recordingFault ?? '';
  if (fault !== '') return { label: 'not recorded', title: fault };
  if (info.file === '') return { label: '', title: '' };
  const live = info.state === 'starting' || info.state === 'ready';
  const by = info.kind === 'tapped' ? 'Written by the tap to' : 'Written to';
  const memory = texts === undefined ? '' : `\n${rowTextsTitle(texts)}`;
  return { label: live ? 'recording' : 'recorded', title: `${by} ${info.file}${memory}` };
}

function fromFile({ file, bookmarkedCopy: markedCopy = '' }: FileInfo): { label: string; title: string } {
  return {
    label: 'from file',
    title: markedCopy === '' ? file : `${file}\nIts bookmarks are kept in ${markedCopy}`,
  };
}

function WatchChip({ info }: { readonly info: SessionInfo }) {
  const { watch = [], repeatLastCall = false } = liveInfo(info)?.settings ?? {};
  if (watch.length === 0) return null;
  const again = repeatLastCall ? ' and the last call is repeated' : '';
  const what = watch.length === 1 ? watch[0] : `${watch.length} paths`;
  return (
    <Button
      look="bare"
      className={`${chip.chip} ${projectChipStyles.chip} ${projectChipStyles.whole}`}
      aria-label={`watching ${what}`}
      title={`A change of ${watch.join(', ')} restarts the server${again}`}
      onClick={() => showDialog('session-settings')}
    >
      <svg aria-hidden="true" width="14" height="9" viewBox="0 0 14 9" fill="none" stroke="currentColor">
        <path d="M1 4.5C3 1.6 5 .8 7 .8s4 .8 6 3.7c-2 2.9-4 3.7-6 3.7s-4-.8-6-3.7z" strokeWidth="1.2" />
        <circle cx="7" cy="4.5" r="1.8" fill="currentColor" stroke="none" />
      </svg>{' '}
      watching <small>{what}</small>
    </Button>
  );
}

/** Shows the origin of a session that this app did not start: tapped, or imported from another tool's file. */
function OriginChip({ info }: { readonly info: SessionInfo }) {
  if (isTapped(info)) {
    const [label, rest] = stateText(info).split(', ');
    return (
      <span className={`${chip.chip} ${originChipStyles.chip}`} data-origin="tap" title={sendRefusal(info)}>
        <StateDot info={info} /> {label}
        <span className={originChipStyles.long}>, {rest}</span>
      </span>
    );
  }
  if (fileInfo(info)?.format === undefined) return null;
  return (
    <span
      className={`${chip.chip} ${originChipStyles.chip}`}
      data-origin="import"
      title={`${stateText(info)}: the banner below lists what this format lacks`}
    >
      {stateText(info)}
    </span>
  );
}

function EraChip({ info }: { readonly info: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const era = eraOfSession(info);
  const settings = liveInfo(info)?.settings;
  if (era === undefined && info.protocolVersion === null) return null;
  const revision = info.protocolVersion ?? 'no revision yet';
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          className={`${chip.chip} ${eraChipStyles.chip}`}
          aria-label={`Protocol revision ${revision}${era === undefined ? '' : ` ${era} era`}`}
          title="The negotiated protocol revision, the era, and why"
        >
          {revision} {era === undefined ? null : <small>{era}</small>}
        </Popover.Trigger>
        <PopoverPanel title={era === undefined ? 'Era' : `Era: ${era}`} className={eraChipStyles.popup}>
          <Popover.Description className={kit.anywhere}>{eraReason(info)}</Popover.Description>
          <ProbeFrames info={info} onFollow={() => setOpen(false)} />
          {settings === undefined ? null : (
            <>
              <EraChoice
                key={`${settings.era} ${settings.revision}`}
                info={info}
                settings={settings}
                done={() => setOpen(false)}
              />
              <Button
                look="quiet"
                onClick={() => {
                  setOpen(false);
                  showDialog('session-settings');
                }}
              >
                All settings of the session…
              </Button>
            </>
          )}
        </PopoverPanel>
      </Popover.Root>
      <OtherEra info={info} />
    </>
  );
}

function OtherEra({ info }: { readonly info: SessionInfo }) {
  if (!mayTryOtherEra(info)) return null;
  return (
    <Button
      look="link"
      className={`${eraChipStyles.other}`}
      title={`This session speaks ${info.protocolVersion}. Most hosts speak ${LAST_INITIALIZE}: reconnect to see what they see.`}
      onClick={() => tryOtherEra(info)}
    >
      try {LAST_INITIALIZE}
    </Button>
  );
}

type Props = {
  readonly info: SessionInfo;
  readonly settings: SessionSettings;
  readonly done: () => void;
};

function EraChoice({ info, settings: current, done }: Props) {
  const edited = useSettingsDraft(current);
  const { settings } = edited;
  const submit = () => {
    if (settings === undefined) return;
    const { era, revision } = settings;
    void notifyFailure(host().restart({ session: info.session, era, revision }));
    done();
  };
  return (
    <Form className={kit.stack} onSubmit={submit}>
      <EraFields {...edited} />
      <Button type="submit" disabled={settings === undefined}>
        Restart with this
      </Button>
    </Form>
  );
}

/** Shows that a project file applies to the session; opens its contents. */
export function ProjectChip({ info }: { readonly info: SessionInfo }) {
  const { project } = info;
  if (project === undefined) return null;
  const rules = setRules(project);
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${chip.chip} ${projectChipStyles.chip} ${projectChipStyles.whole}`}
        aria-label={`Project file: ${projectText(project)}`}
        title={`${project.path}: ${projectText(project)}`}
      >
        project
      </Popover.Trigger>
      <PopoverPanel title="Project file" className={projectChipStyles.popup}>
        <Popover.Description className={kit.remark}>
          <code>{project.path}</code>: {projectText(project)}. It was read when this tab was opened; connect
          or open it again to read it from its start.
        </Popover.Description>
        {rules.length > 0 && (
          <section className={projectChipStyles.layer} aria-label="Rules of the project file">
            <ul className={`${kit.stack} ${kit.gap2}`}>
              {rules.map(({ rule, as, reason }) => (
                <li key={rule}>
                  <code>{rule}</code> <strong>{as}</strong>: {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}

const STREAMS: Readonly<Record<HttpLinkState['stream'], string>> = {
  none: 'not asked for',
  open: 'open',
  refused: 'refused with 405, as a server may',
  lost: 'ended',
};

/** The connection of an HTTP session: its session id, its GET stream, and what the handshake tried. */
function HttpChip({ info }: { readonly info: SessionInfo }) {
  const http = liveInfo(info)?.http;
  if (http === undefined) return null;
  const { transport, sessionId, stream, resumptions, deleteStatus, tries } = http;
  const name = transport === 'http+sse' ? 'HTTP+SSE' : 'HTTP';
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${chip.chip} ${eraChipStyles.chip} ${eraChipStyles.least}`}
        aria-label={`${name}, ${sessionId === '' ? 'without a session id' : `session ${sessionId}`}`}
        title="How the session is connected over HTTP"
      >
        {name} {sessionId === '' ? null : <small>{sessionId}…</small>}
      </Popover.Trigger>
      <PopoverPanel
        title={transport === 'http+sse' ? 'HTTP+SSE of 2024-11-05' : 'Streamable HTTP'}
        className={eraChipStyles.popup}
      >
        <Facts
          facts={[
            ['Address', <code className={kit.anywhere}>{info.commandLine}</code>],
            ['Session id', sessionId === '' ? 'none' : `${sessionId}…`],
            ['GET stream', STREAMS[stream]],
            ['Resumed', resumptions === 0 ? 'never' : `${resumptions} ×`],
            ['DELETE', deleteStatus === 0 ? '' : String(deleteStatus)],
            ['Certificate', liveInfo(info)?.settings.insecure === true ? 'not checked' : ''],
          ]}
        />
        {tries.length > 0 && (
          <ol className={`${kit.stack} ${kit.gap2}`} aria-label="Tried">
            {tries.map(({ what, came }, index) => (
              <li key={index}>
                <code>{what}</code>: {came}
              </li>
            ))}
          </ol>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
