import { join } from 'node:path';
import { z } from 'zod';
import { err, ok } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { TELEMETRY_COMMANDS, TelemetryState } from '../../app/contract/telemetry-commands.ts';
import { plainSecretBox, SecretFile } from '../profiles/secret-box.ts';
import { OwnedJson } from '../system/json-file.ts';
import type { TelemetryPlan } from '../telemetry/otlp-sender.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import type { HubOptions } from './host-api.ts';

const settingsSchema = z.strictObject({ version: z.literal(1), url: z.string(), payloads: z.boolean() });
const NOTHING = { version: 1, url: '', payloads: false } as const;
const HEADERS = 'headers';
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e]+)$/;

/** Where the app's own sessions send telemetry: what the environment says, else what its user has saved. */
export class TelemetryService {
  readonly #options: Pick<HubOptions, 'telemetry' | 'telemetryScript' | 'version'>;
  readonly #settings: OwnedJson<z.infer<typeof settingsSchema>>;
  readonly #secrets: SecretFile;
  readonly #note: string;
  readonly #sessions: Telemetry[] = [];

  constructor({ dataFolder, secretBox = plainSecretBox, ...options }: HubOptions) {
    this.#options = options;
    this.#settings = new OwnedJson(join(dataFolder, 'telemetry.json'), settingsSchema, NOTHING);
    this.#secrets = new SecretFile(join(dataFolder, 'telemetry-secrets.json'), secretBox);
    this.#note = secretBox.note;
  }

  readonly commands: Handlers<typeof TELEMETRY_COMMANDS> = {
    readTelemetry: async () => ok(await this.#state()),
    saveTelemetry: async ({ url, headers, payloads }) => {
      if (headersIn(headers ?? '') === undefined)
        return err('A header is a line such as "Authorization: Bearer abc".');
      const kept =
        headers === null
          ? ok(null)
          : await this.#secrets.change(HEADERS, { [HEADERS]: headers.trim() || null });
      const saved = kept.ok ? await this.#settings.change(() => ({ version: 1, url, payloads })) : kept;
      return saved.ok ? ok(await this.#state()) : saved;
    },
  };

  /** What a session that starts now at `startedAt` hands its records to; undefined for nothing. */
  async begin(startedAt: string): Promise<Telemetry | undefined> {
    const plan = this.#options.telemetry ?? (await this.#saved());
    if (plan === undefined) return undefined;
    const telemetry = new Telemetry(plan, startedAt);
    this.#sessions.push(telemetry);
    return telemetry;
  }

  async #saved(): Promise<TelemetryPlan | undefined> {
    const { telemetryScript: script, version } = this.#options;
    const { url, payloads } = (await this.#settings.read()).value;
    if (url === '' || script === undefined) return undefined;
    return { script, url, version, payloads, headers: headersIn(await this.#headers()) ?? {} };
  }

  async #headers(): Promise<string> {
    return (await this.#secrets.read(HEADERS)).values[HEADERS] ?? '';
  }

  async #state(): Promise<TelemetryState> {
    const { telemetry: preset } = this.#options;
    const { url, payloads } = preset ?? (await this.#settings.read()).value;
    const counts = this.#sessions.map(({ count }) => count);
    const sum = (of: 'delivered' | 'dropped') => counts.reduce((all, count) => all + count[of], 0);
    return {
      ...{ url, payloads, isPreset: preset !== undefined, secretsNote: this.#note },
      hasHeaders: (await this.#headers()) !== '',
      ...{ delivered: sum('delivered'), dropped: sum('dropped') },
      reason: counts.findLast(({ reason }) => reason !== '')?.reason ?? '',
    };
  }
}

/** The headers in lines of text; undefined if a line is none. */
function headersIn(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const read = lines.flatMap((line) => [HEADER.exec(line)?.slice(1) ?? []]);
  return read.every(({ length }) => length > 0) ? Object.fromEntries(read) : undefined;
}
