import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scripts } from '../../package.json';

// Workflows of a forge, which cannot run here.

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Record<string, unknown> };
type Job = {
  readonly 'timeout-minutes'?: unknown;
  readonly permissions?: Record<string, string>;
  /** Absent if the job calls another workflow. */
  readonly steps?: readonly Step[];
};
type Workflow = { readonly permissions: unknown; readonly jobs: Record<string, Job> };

/** What a release's jobs may write: the release, the image, and their provenance. */
const MAY_WRITE: Record<string, readonly string[]> = {
  'release.yml': ['contents', 'id-token', 'attestations', 'id-token', 'packages'],
};

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  const workflow = parse(readFileSync(join(folder, name), 'utf8')) as Workflow;
  const all = Object.values(workflow.jobs);
  const jobs = Object.entries(workflow.jobs).filter(([, { steps }]) => steps !== undefined);
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  test('runs scripts that package.json has', () => {
    const named = commands.flatMap((run) => [...run.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, one]) => one));
    if (name === 'check.yml') expect(named.length).toBeGreaterThan(5);
    expect(named.filter((one) => !Object.hasOwn(scripts, one ?? ''))).toEqual([]);
  });

  test('runs files that exist', () => {
    const files = commands.flatMap((run) =>
      [...run.matchAll(/^(?:node )?((?:\.ci|node_modules|main|e2e)\/[\w./-]+)/gm)].map(([, one = '']) => one),
    );
    expect(files).toContain(name === 'check.yml' ? '.ci/run' : 'main/bin/release.js');
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('ends each job in time', () => {
    const limits = jobs.map(([job, { 'timeout-minutes': minutes }]) => [job, minutes] as const);
    expect(limits.filter(([, minutes]) => typeof minutes !== 'number' || minutes > 360)).toEqual([]);
  });

  test('may read the repository and write what it is there for, and leaves no token behind', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const written = all.flatMap(({ permissions = {} }) =>
      Object.keys(permissions).filter((one) => permissions[one] === 'write'),
    );
    expect(written.sort()).toEqual([...(MAY_WRITE[name] ?? [])].sort());
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(1);
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  test('publishes a file by its path: without one, npm takes two names with a slash for a repository', () => {
    const published = steps.flatMap(({ run }) =>
      [...(run ?? '').matchAll(/npm publish (\S+)/g)].map(([, what]) => what),
    );
    expect(published.filter((what) => !what?.startsWith('./'))).toEqual([]);
  });

  test('names every action by a commit, which nobody can move', () => {
    const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test('puts nothing that somebody typed into a command', () => {
    expect(commands.filter((run) => run.includes('${{'))).toEqual([]);
  });
});
