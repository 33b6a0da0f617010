import { createHash, randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

const CHARACTERS = 8;

/** A random id of this start of the process. After a restart of a container, another process often has the same number. */
export const PROCESS_START = randomUUID().slice(0, CHARACTERS);

/** Identifies the machine, or the container, whose process numbers this process sees: containers may share the name of a machine. */
export const PROCESS_PLACE = createHash("sha256")
  .update(`${hostname()}\n${processNamespace()}`)
  .digest("hex")
  .slice(0, CHARACTERS);

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has them.
    return "";
  }
}
