import { closeSync, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isAlive } from '../system/is-alive.ts';
import { programOutput } from '../system/program-output.ts';

/** A process, its parent and its group; `born` tells it from a later one with the same id. */
export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly born: string;
  /** A zombie: its id is still taken. */
  readonly isDead: boolean;
  /** The CPU time used so far, in milliseconds; 0 on Windows, which does not report it. */
  readonly cpuMs: number;
};

export type ProcessSystem = {
  /** Every process, including zombies; on Windows only `root`. */
  all(root: number): Promise<readonly ProcessEntry[]>;
  /** Whether `bornNow` knows every process. */
  readonly knowsEach: boolean;
  /** The birth time of the process that now has this id; undefined if there is none or it is not known at once. */
  bornNow(pid: number): string | undefined;
  /** Signals a process, or a group by its negative id. A missing target is not an error. */
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void;
};

/** Room for a hundred thousand processes. */
const MAX_PS_CHARS = 8 * 1024 * 1024;

/** How many processes are read before others get a turn: one or two milliseconds. */
const STATS_A_TURN = 100;

const linux: ProcessSystem = {
  all: async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const entries: ProcessEntry[] = [];
    for (const [at, pid] of pids.entries()) {
      if (at % STATS_A_TURN === STATS_A_TURN - 1) await nextTurn();
      const stat = processStat(pid);
      if (stat !== undefined) entries.push({ pid, ...stat });
    }
    return entries;
  },
  knowsEach: true,
  bornNow: (pid) => processStat(pid)?.born,
  signal: trySignal,
};

const otherPosix: ProcessSystem = {
  all: async () => {
    const fields = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,time=,lstart='];
    const listed = await programOutput('ps', fields, { maxChars: MAX_PS_CHARS });
    return (listed.ok ? listed.value : '').split('\n').flatMap((line) => {
      const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+([\d:.-]+)\s+(.*\S)/.exec(line);
      if (match === null) return [];
      const [pid = 0, parent = 0, group = 0] = match.slice(1, 4).map(Number);
      const [stat = '', time = '', born = ''] = match.slice(4);
      return [{ pid, parent, group, isDead: stat.startsWith('Z'), cpuMs: timeMs(time), born }];
    });
  },
  knowsEach: false,
  bornNow: () => undefined,
  signal: trySignal,
};

/** Windows has no groups, and taskkill finds the descendants. */
const windows: ProcessSystem = {
  all: async (root) =>
    isAlive(root) ? [{ pid: root, parent: 0, group: root, born: '', isDead: false, cpuMs: 0 }] : [],
  knowsEach: false,
  bornNow: () => undefined,
  signal: (group, signal) => {
    if (signal === 'SIGKILL') void programOutput('taskkill', ['/pid', String(-group), '/T', '/F']);
  },
};

/** A time in the format of `ps`, `1:02.50` or `01:01:02`, in milliseconds. */
export function timeMs(time: string): number {
  return time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
}

export const processSystem: ProcessSystem = systemOf(process.platform);

function systemOf(platform: NodeJS.Platform): ProcessSystem {
  if (platform === 'linux') return linux;
  return platform === 'win32' ? windows : otherPosix;
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what the signal was for.
  }
}

type ProcessStat = Omit<ProcessEntry, 'pid'> & {
  readonly name: string;
  /** Whether its program was started with variables; undefined during an exec. */
  readonly hasVariables: boolean | undefined;
};

/** Linux counts CPU time in hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10;

/** Holds one line of `stat`: fifty numbers and a name of up to 64 characters. */
const line = Buffer.alloc(2048);

/**
 * The kernel's data on a process; undefined if it is gone. Read synchronously, since it is in memory: through promises,
 * several hundred processes cost nine times the CPU time.
 */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return readStat(line.toString('latin1', 0, readSync(file, line)));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/**
 * Parses a line of proc_pid_stat(5): the command in parentheses, then state, ppid, pgrp, … utime and stime are the 12th
 * and 13th, starttime is the 20th, env_start and env_end are the 48th and 49th.
 */
function readStat(stat: string): ProcessStat | undefined {
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const state = fields[0];
  if (stat === '' || end < 0) return undefined;
  const name = stat.slice(stat.indexOf('(') + 1, end);
  const isDead = state === 'Z' || state === 'X';
  const [start = '0', until = '0'] = fields.slice(47, 49);
  const hasVariables = until === '0' ? undefined : start !== until;
  const [parent, group] = [Number(fields[1]), Number(fields[2])];
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return { name, parent, group, born: fields[19] ?? '', isDead, cpuMs, hasVariables };
}
