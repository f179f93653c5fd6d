import type { AppRequest } from '../app-request.ts';
import type { LabInstallRequest, LabRequest, LabRowsRequest } from '../lab-commands.ts';
import type { ProbeRequest } from '../probe-command.ts';
import { type LookupRequest, type ProgramActions, runProgram } from '../program.ts';
import type { CompareRequest, ConvertRequest, ReportRequest } from '../recording-commands.ts';
import type {
  DoctorRequest,
  MockRequest,
  ServeRequest,
  TapInstallRequest,
  TapRequest,
} from '../server-commands.ts';

/** How the program ended, and what it would have done. */
export type TypedRun = {
  exitCode: number;
  stdout: string;
  stderr: string;
  app?: AppRequest;
  lookup?: LookupRequest;
  report?: ReportRequest;
  compare?: CompareRequest;
  convert?: ConvertRequest;
  doctor?: DoctorRequest;
  probe?: ProbeRequest;
  tap?: TapRequest;
  tapInstall?: TapInstallRequest;
  mock?: MockRequest;
  lab?: LabRequest;
  labInstall?: LabInstallRequest;
  labRows?: LabRowsRequest;
  serve?: ServeRequest;
};

/** The actions of the program, all made in the same way. */
export function everyAction(make: (name: string) => (request: unknown) => Promise<number>): ProgramActions {
  return {
    runApp: make('app'),
    lookup: make('lookup'),
    report: make('report'),
    compare: make('compare'),
    convert: make('convert'),
    doctor: make('doctor'),
    probe: make('probe'),
    tap: make('tap'),
    tapInstall: make('tapInstall'),
    mock: make('mock'),
    lab: make('lab'),
    labInstall: make('labInstall'),
    labRows: make('labRows'),
    serve: make('serve'),
  };
}

/** Runs the program with actions that note their request and give `answer`. */
export async function run(typed: readonly string[], answer = 0): Promise<TypedRun> {
  const end: TypedRun = { exitCode: -1, stdout: '', stderr: '' };
  const actions = everyAction((name) => async (request) => {
    Object.assign(end, { [name]: request });
    return answer;
  });
  const output = {
    stdout: (text: string): void => {
      end.stdout += text;
    },
    stderr: (text: string): void => {
      end.stderr += text;
    },
  };
  end.exitCode = await runProgram(typed, actions, output);
  return end;
}
