import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** Room for a database of the tests and for its write-ahead log, which may take a gigabyte. */
const LIMITS = "size=2g,nr_inodes=20000";
const PIECE = Buffer.alloc(1_048_576);
/** A file system hands out its last bytes in small pieces. */
const LAST_PIECE = Buffer.alloc(512);

/** A small disk of its own under a folder, which a test can fill. */
export type SmallDisk = {
  /** Writes until no byte is left. */
  fill(): void;
  /** Creates files until no inode is left. */
  takeInodes(): void;
  /** Removes what `fill` and `takeInodes` wrote. */
  empty(): void;
  unmount(): void;
};

/** Mounts a small disk in memory at `folder`; returns null where this process may not mount. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", LIMITS, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  const ballast = path.join(folder, "ballast");
  const repeat = (action: (count: number) => void): void => {
    mkdirSync(ballast, { recursive: true });
    try {
      for (let count = 0; ; count += 1) action(count);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  };
  return {
    fill: () => {
      mkdirSync(ballast, { recursive: true });
      const file = openSync(path.join(ballast, "bytes"), "a");
      for (const piece of [PIECE, LAST_PIECE]) repeat(() => void writeSync(file, piece));
      closeSync(file);
    },
    takeInodes: () => repeat((count) => closeSync(openSync(path.join(ballast, String(count)), "w"))),
    empty: () => rmSync(ballast, { recursive: true, force: true }),
    unmount: () => void execFileSync("umount", [folder]),
  };
}
