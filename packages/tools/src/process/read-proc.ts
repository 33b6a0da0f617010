import { open } from "node:fs/promises";
import { readStart } from "../bounded/read-bounded.ts";

/** Bytes of the largest file of a process that matters: its environment. */
const PROC_MAX_BYTES = 128 * 1024;

/** Reads the start of a file of the system about a process; empty when the process is gone or belongs to another user. */
export async function readProc(path: string, maxBytes: number = PROC_MAX_BYTES): Promise<string> {
  try {
    const handle = await open(path, "r");
    try {
      return (await readStart(handle, maxBytes)).toString("latin1");
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}
