import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { DoctorReport } from '../doctor/doctor-report.ts';

const session = z.string().min(1).max(64);

/** Commands that check why a session's server does not start. None of them names a command: the session does. */
export const doctorCommandInputs = {
  /**
   * Starts the session's command once more, beside the session, and goes through the checks of a start. For a
   * session of another program, or of a file, the checks go through its first records.
   */
  doctor: z.strictObject({ session }),
  /** Ends a check that runs; `doctor` then gives what was found until then. */
  stopDoctor: z.strictObject({ session }),
} as const;

export type DoctorCommandOutputs = {
  doctor: Result<DoctorReport>;
  stopDoctor: Result<null>;
};
