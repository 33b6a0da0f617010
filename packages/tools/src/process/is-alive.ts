import { systemErrorCode } from "../workspace/system-error.ts";

/** True if a process with this number runs on this machine, as far as this process can see. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user.
    return systemErrorCode(error) !== "ESRCH";
  }
}
