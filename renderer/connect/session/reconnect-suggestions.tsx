import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { type ReconnectSuggestion, suggestionsOf } from '../../../app/protocol/negotiation.ts';
import { FIRST_STATELESS } from '../../../app/protocol/revisions.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { reconnectAs } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-text.ts';
import banner from '../../ui/controls/banner.module.css';
import { unbrokenText } from '../../ui/format/drawn-text.tsx';
import { Button, Card, kit } from '../../ui/kit.tsx';

/** Other ways to connect that a server error suggests, one click each. */
export function ReconnectBanner({ info }: { readonly info: SessionInfo }) {
  const [dismissed, setDismissed] = useState('');
  const suggestions = (liveInfo(info)?.suggestions ?? []).filter((suggestion) => isUseful(suggestion, info));
  const key = JSON.stringify(suggestions);
  if (suggestions.length === 0 || dismissed === key) return null;
  return (
    <section aria-label="Other ways to connect" className={banner.banner} data-level="info">
      <p role="status">{unbrokenText(suggestionText(suggestions))}</p>
      {suggestions.map((suggestion) => (
        <Button key={suggestionButton(suggestion)} onClick={() => void reconnectAs(info.session, suggestion)}>
          {suggestionButton(suggestion)}
        </Button>
      ))}
      <Button look="quiet" onClick={() => setDismissed(key)}>
        Dismiss
      </Button>
    </section>
  );
}

function isUseful(suggestion: ReconnectSuggestion, { protocolVersion, state }: SessionInfo): boolean {
  return suggestion.kind !== 'revision' || state === 'failed' || suggestion.revision !== protocolVersion;
}

/** Why there are other ways to connect, as one sentence. */
export function suggestionText(suggestions: readonly ReconnectSuggestion[]): string {
  const [first] = suggestions;
  if (first === undefined) return '';
  if (first.kind === 'capabilities') {
    return `The server needs a client capability that was not declared (error -32021): ${capabilityNames(first.capabilities).join(', ') || 'it does not say which'}.`;
  }
  const versions = suggestions.flatMap((suggestion) =>
    suggestion.kind === 'revision' ? [suggestion.revision] : [],
  );
  if (first.from === 'asks')
    return `A tool sends a request to the client while it runs. ${FIRST_STATELESS} does not allow that, ${versions.join(', ')} does.`;
  if (first.from === 'modes')
    return `The server's SDK cannot read the modes of elicitation, form and url. ${versions.join(', ')} goes without them.`;
  return first.from === 'late'
    ? `The server speaks ${versions.join(', ')} too, but answered server/discover too late for it.`
    : `The server does not speak the revision that was asked for (error -32022). It supports ${versions.join(', ')}.`;
}

export function suggestionButton(suggestion: ReconnectSuggestion): string {
  if (suggestion.kind === 'capabilities') return 'Declare it and reconnect';
  const unknown = suggestion.known ? '' : ', unknown here';
  return `Reconnect with ${suggestion.revision} (${suggestion.era}${unknown})`;
}

/** The names in a set of capabilities, qualified by their parent: `sampling.tools`. */
function capabilityNames(capabilities: JsonObject, holder = ''): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, inside]) => {
    const whole = holder === '' ? name : `${holder}.${name}`;
    const parts = isJsonObject(inside) ? capabilityNames(inside, whole) : [];
    return parts.length === 0 ? [whole] : parts;
  });
}

type Props = {
  readonly info: SessionInfo;
  readonly error: { readonly code: unknown; readonly data: unknown; readonly message: string };
  readonly inspected: Inspected;
};

/** The ways to connect that one error suggests, if this app can restart the server. */
export function ReconnectSuggestions({ info, error, inspected }: Props) {
  const suggestions = canRestart(info) ? suggestionsOf(error).filter((one) => isUseful(one, info)) : [];
  if (suggestions.length === 0) return null;
  return (
    <Card title="Connect in another way">
      <div className={kit.group}>
        {suggestions.map((suggestion) => {
          const callsAgain = suggestion.from === 'asks';
          const label = callsAgain
            ? `Reconnect with ${suggestion.revision} and call again`
            : suggestionButton(suggestion);
          const again = callsAgain ? inspected : undefined;
          return (
            <Button key={label} onClick={() => void reconnectAs(info.session, suggestion, again)}>
              {label}
            </Button>
          );
        })}
      </div>
    </Card>
  );
}
