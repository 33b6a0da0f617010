import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GIT_MAX_OUTPUT_BYTES, GIT_TIME_LIMIT_MS } from "../tunables.ts";

/** A file by its path relative to a folder. `bytes` is null when it is too large to compare. */
export type ComparedFile = { readonly path: string; readonly bytes: Buffer | null };

/** `unversioned`: the folder is not in a git working tree. `unknown`: git could not tell. */
export type CommitState = "committed" | "changed" | "unversioned" | "unknown";

/**
 * Compares files of a folder with its last commit. Agents cannot commit, so committed content was approved by a person. Runs git in a way in
 * which the configuration of an untrusted repository starts no program: nothing but the tree is read, and nothing is fetched.
 */
export async function compareWithCommit(
  folder: string,
  files: readonly ComparedFile[],
): Promise<readonly CommitState[]> {
  if (files.length === 0) return [];
  if (!(await isInWorkingTree(folder))) return files.map(() => "unversioned");
  const committed = await committedBlobs(
    folder,
    files.map(({ path }) => path),
  );
  return files.map(({ path, bytes }) => {
    if (committed === undefined) return "unknown";
    const blob = committed.get(path);
    if (blob === undefined || bytes === null) return "changed";
    return blobNames(bytes, blob.length).includes(blob) ? "committed" : "changed";
  });
}

async function isInWorkingTree(folder: string): Promise<boolean> {
  for (let current = folder; ; current = dirname(current)) {
    if ((await lstat(join(current, ".git")).catch(() => null)) !== null) return true;
    if (current === dirname(current)) return false;
  }
}

/** Returns the hashes of these files in the last commit, by path. Undefined when git fails, empty before the first commit. */
async function committedBlobs(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const head = await git(folder, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (head.code === NO_SUCH_REVISION) return new Map();
  const listed = head.code === 0 ? await git(folder, ["ls-tree", "-z", "HEAD", "--", ...paths]) : head;
  if (listed.code !== 0) return undefined;
  const blobs = listed.text.split("\0").map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/su.exec(line));
  return new Map(
    blobs.flatMap((found) => (found === null ? [] : [[found[2] ?? "", found[1] ?? ""] as const])),
  );
}

/** The hashes that git may have given this content: as it is, and with the line ends that a checkout on Windows changes. */
function blobNames(bytes: Buffer, length: number): readonly string[] {
  const hash = (content: Buffer): string =>
    createHash(length === 40 ? "sha1" : "sha256")
      .update(`blob ${String(content.length)}\0`)
      .update(content)
      .digest("hex");
  return [hash(bytes), hash(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"))];
}

/** The exit code of a quiet `git rev-parse` for a name that does not exist. */
const NO_SUCH_REVISION = 1;

/** Runs git; the code is null when it could not be started or took too long. */
async function git(
  folder: string,
  command: readonly string[],
): Promise<{ readonly code: number | null; readonly text: string }> {
  const safe = ["-c", "safe.directory=*", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"];
  const flags = ["--no-replace-objects", "--no-optional-locks", "--literal-pathspecs"];
  return await new Promise((resolve) => {
    execFile(
      "git",
      ["-C", folder, ...safe, ...flags, ...command],
      { timeout: GIT_TIME_LIMIT_MS, maxBuffer: GIT_MAX_OUTPUT_BYTES, windowsHide: true },
      (error, text) => {
        const code = typeof error?.code === "number" ? error.code : null;
        resolve({ code: error === null ? 0 : code, text });
      },
    );
  });
}
