import { parseJson } from "@goaltrace/core/parse-json";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { readServers, type ReadServers } from "./server-settings.ts";
import { SERVERS_FILE_MAX_BYTES } from "./tunables.ts";

/** Reads the servers of a file. A file that is not there has none; one that cannot be read is a problem. */
export async function readServersFile(path: string): Promise<ReadServers> {
  const problem = (message: string): ReadServers => ({ servers: [], problems: [{ name: "", message }] });
  try {
    const bytes = await readFileBounded(path, SERVERS_FILE_MAX_BYTES);
    if (bytes === undefined) return problem(`It has more than ${String(SERVERS_FILE_MAX_BYTES)} bytes.`);
    return readServers(parseJson(bytes.toString("utf8")));
  } catch (thrown) {
    if (isMissing(thrown)) return { servers: [], problems: [] };
    return problem(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function isMissing(thrown: unknown): boolean {
  return (
    thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "ENOTDIR")
  );
}
