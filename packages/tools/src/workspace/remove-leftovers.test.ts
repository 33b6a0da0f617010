import { spawnSync } from "node:child_process";
import { link, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { PROCESS_PLACE, PROCESS_START } from "../process/process-start.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import { resolveInside } from "./root.ts";
import { temporaryName } from "./temporary-name.ts";
import { writeInside } from "./write-inside.ts";

/** The number of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

/** The owner part of the name of a file that a process of this machine writes. */
function owned(pid: number, { place = PROCESS_PLACE, start = "0a0a0a0a" } = {}): string {
  return `${pid}.${place}.${start}-`;
}

async function leave(folder: string, { owner, ageMs }: { owner: string; ageMs: number }): Promise<string> {
  const name = `.goaltrace-${owner}u.tmp`;
  await writeFile(join(folder, name), "half");
  const at = new Date(Date.now() - ageMs);
  await utimes(join(folder, name), at, at);
  return name;
}

describe("removeLeftovers", () => {
  it("removes leftovers of dead processes, and old ones without an owner", async () => {
    const folder = await temporaryFolder();
    await leave(folder, { owner: owned(endedProcess()), ageMs: 5_000 });
    await leave(folder, { owner: "", ageMs: 90_000 });
    await leave(folder, { owner: `${process.pid}-`, ageMs: 90_000 });
    await removeLeftovers(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it("removes those of an earlier process with the same number", async () => {
    const folder = await temporaryFolder();
    await leave(folder, { owner: owned(process.pid), ageMs: 5_000 });
    await leave(folder, { owner: owned(process.pid, { place: "0b0b0b0b" }), ageMs: 90_000 });
    await removeLeftovers(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it("keeps files that may still be written, and files of people", async () => {
    const folder = await temporaryFolder();
    const kept = [
      await leave(folder, { owner: owned(process.pid, { start: PROCESS_START }), ageMs: 90_000 }),
      await leave(folder, { owner: owned(process.ppid), ageMs: 5_000 }),
      await leave(folder, { owner: owned(endedProcess()), ageMs: 0 }),
      // Of another container, in which that process may live.
      await leave(folder, { owner: owned(endedProcess(), { place: "0b0b0b0b" }), ageMs: 5_000 }),
      await leave(folder, { owner: "", ageMs: 5_000 }),
      ".goaltrace-notes.txt",
    ];
    await writeFile(join(folder, ".goaltrace-notes.txt"), "mine");
    await removeLeftovers(folder);
    expect((await readdir(folder)).sort()).toEqual(kept.sort());
  });

  it("happens before a file of the folder is written, and keeps the content of a second hard link", async () => {
    const folder = await temporaryFolder();
    const left = await leave(folder, { owner: owned(endedProcess()), ageMs: 5_000 });
    await link(join(folder, left), join(folder, "created.txt"));
    const target = await resolveInside({ projectFolder: folder, forbiddenFolders: [] }, "b.txt", "write");
    if (!target.ok) throw new Error(target.message);
    const request = { target, bytes: Buffer.from("b"), expected: null, uniqueName: "u" };
    expect(await writeInside(request)).toEqual({ ok: true });
    expect((await readdir(folder)).sort()).toEqual(["b.txt", "created.txt"]);
  });

  it("finds the owner in the names of this process", async () => {
    const folder = await temporaryFolder();
    const name = temporaryName("u");
    await writeFile(join(folder, name), "half");
    await removeLeftovers(folder, Date.now() + 90_000);
    expect(await readdir(folder)).toEqual([name]);
  });
});
