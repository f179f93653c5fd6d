import { useState } from 'react';
import type { TelemetryState } from '../../../app/contract/telemetry-commands.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { AreaField, CheckLine, Form, TextField } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';

const read = () => settled(host().readTelemetry({}));

/** Where this app sends spans and metrics of the sessions that it connects, and what became of them. */
export function TelemetryDialog() {
  const state = useLoaded('telemetry', read);
  return (
    <DialogShell title="Telemetry" width={620}>
      {state?.ok ? (
        <Settings state={state.value} />
      ) : (
        <p className={kit.dialog}>{state?.error ?? 'Reading…'}</p>
      )}
    </DialogShell>
  );
}

function Settings({ state }: { readonly state: TelemetryState }) {
  const { hasHeaders, isPreset, secretsNote } = state;
  const [url, setUrl] = useState(state.url);
  const [payloads, setPayloads] = useState(state.payloads);
  const [headers, setHeaders] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const save = async () => {
    if (isPreset) return;
    const saved = await settled(host().saveTelemetry({ url: url.trim(), headers, payloads }));
    if (saved.ok) showDialog(null);
    else setFault(saved.error);
  };
  return (
    <Form className={kit.dialog} onSubmit={() => void save()}>
      <p>
        Each request of a session that starts from now on becomes a span at a collector. Without an address
        nothing is sent.
      </p>
      {isPreset && (
        <p className={kit.callout}>
          TIERSCOPE_OTLP names the collector: what you save here holds without it.
        </p>
      )}
      <TextField
        label="Address of the collector"
        hint="Such as http://127.0.0.1:4318: OTLP over HTTP."
        fault={fault}
        value={url}
        disabled={isPreset}
        onChange={setUrl}
      />
      <AreaField
        label="Headers"
        hint={
          hasHeaders ? 'Headers are kept; type to replace them.' : 'One a line: Authorization: Bearer abc'
        }
        value={headers ?? ''}
        disabled={isPreset}
        onChange={setHeaders}
      />
      <p className={kit.mute}>{secretsNote}</p>
      {hasHeaders && headers === null && (
        <div>
          <Button size="small" onClick={() => setHeaders('')}>
            Forget the headers
          </Button>
        </div>
      )}
      <CheckLine checked={payloads} disabled={isPreset} onChange={setPayloads}>
        Send arguments and results of tools too, without their secrets
      </CheckLine>
      <Counts state={state} />
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isPreset}>
          Save
        </Button>
      </div>
    </Form>
  );
}

function Counts({ state: { delivered, dropped, reason } }: { readonly state: TelemetryState }) {
  if (delivered + dropped === 0) return <p className={kit.mute}>No span yet since the app started.</p>;
  const lost = dropped === 0 ? 'none is lost' : `${dropped} wait or were dropped`;
  return (
    <p role="status" className={kit.callout} data-tone={dropped === 0 ? 'good' : 'warning'}>
      Since the app started the collector took {delivered} spans, and {lost}
      {reason === '' ? '.' : `: ${reason}.`}
    </p>
  );
}
