import { hostname } from "node:os";

/** PostgreSQL cuts longer application names, which are 63 bytes at most. */
const HOSTNAME_CHARACTERS = 40;

/**
 * The name of this process: its host, its start and, last, its process id, so that a successor with the same process id has another name.
 * It is the owner of its leases and the application name of its connections, so that others can see whether a lease's owner still lives.
 */
export const PROCESS_NAME = `${hostname().slice(0, HOSTNAME_CHARACTERS)}-${Date.now().toString(36)}-${process.pid}`;
