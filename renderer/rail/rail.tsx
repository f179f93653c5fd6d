import type { ToolInfo } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { Button } from '../controls/button.tsx';
import { isTapped, sendRefusal } from '../session/session-words.ts';
import { useActiveSession } from '../store/screen-store.ts';
import { CallForm } from './call-form.tsx';
import styles from './rail.module.css';
import { setToolQuery, useRail } from './rail-store.ts';
import { matchingTools, toolGroups } from './tool-groups.ts';
import { ToolList } from './tool-list.tsx';
import { refreshTools, type ToolsState, useTools } from './use-tools.ts';

/** A list of tools longer than this has a search box. */
const SEARCH_FROM = 12;

/** The left rail: the tools of the session in front, and the form that calls one. */
export function Rail() {
  const info = useActiveSession();
  return (
    <nav className={styles.rail} aria-label="Tools">
      {info === undefined ? (
        <p className={styles.note}>Connect to a server to see its tools.</p>
      ) : (
        <Tools info={info} />
      )}
    </nav>
  );
}

function Tools({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state, activity } = useTools(info);
  const query = useRail((rail) => rail.query);
  const chosenName = useRail((rail) => rail.chosen[session]);
  const failure = useRail((rail) => rail.listFailures[session] ?? '');
  const tools = state.kind === 'here' ? state.tools : [];
  const searched = tools.length > SEARCH_FROM;
  const shown = searched ? matchingTools(tools, query) : tools;
  const chosen = tools.find((tool) => tool.name === chosenName) ?? unlistedTool(state, chosenName);
  return (
    <>
      <header className={styles.head}>
        <h2>Tools</h2>
        {state.kind === 'here' && <span className={styles.total}>{tools.length}</span>}
        <Button
          look="quiet"
          disabled={sendRefusal(info) !== ''}
          title={sendRefusal(info) || undefined}
          onClick={() => void refreshTools(session)}
        >
          Refresh
        </Button>
      </header>
      {searched && (
        <input
          type="search"
          className={styles.search}
          aria-label="Search tools"
          placeholder="Search tools"
          value={query}
          onChange={(event) => setToolQuery(event.target.value)}
        />
      )}
      <div className={styles.list}>
        {failure !== '' && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        {tools.length === 0 && <p className={styles.note}>{emptyWords(state, info)}</p>}
        {tools.length > 0 && shown.length === 0 && <p className={styles.note}>No tool matches the search.</p>}
        <ToolList session={session} groups={toolGroups(shown)} counts={activity.counts} chosen={chosenName} />
      </div>
      {chosen !== undefined && <CallForm key={`${session} ${chosen.name}`} info={info} tool={chosen} />}
    </>
  );
}

/** A logged call may name a tool that the server does not list: it can be sent again all the same. */
function unlistedTool(state: ToolsState, name: string | undefined): ToolInfo | undefined {
  if (state.kind !== 'here' || name === undefined) return undefined;
  return { name, description: 'The server does not list this tool.', inputSchema: {} };
}

function emptyWords(state: ToolsState, info: SessionInfo): string {
  switch (state.kind) {
    case 'listing':
      return 'Reading the list of tools…';
    case 'failed':
      return state.error;
    case 'here':
      return 'The server lists no tools.';
    case 'none':
      if (info.state === 'starting') return 'The server is starting.';
      if (isTapped(info)) return 'The agent has not asked for the tools yet.';
      if (info.state === 'recording') return 'This recording holds no list of tools.';
      if (info.state !== 'ready') return 'The server is not running.';
      return 'tools' in info.serverCapabilities
        ? 'Reading the list of tools…'
        : 'The server declares no tools. Refresh asks it all the same.';
  }
}
