import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { createFence, refusalReason, type PathPurpose } from "./fence.ts";

const fence = { root: "/work", forbidden: ["/work/data"], allowsProtectedWrites: false };
const OUTSIDE =
  "The path leads outside the project folder. Use a path inside it, relative to the project folder.";
const FORBIDDEN = "Tools may not access this folder. Work with other files.";
const ENVIRONMENT =
  "Environment files (.env) contain secrets and cannot be read or written. Ask the person for the information you need.";
const GIT = "Git's own data (.git) cannot be written by file tools.";

describe("refusalReason", () => {
  it.each([
    ["/work", undefined],
    ["/work/a/b.ts", undefined],
    ["/work/..a", undefined],
    ["/", OUTSIDE],
    ["/workshop", OUTSIDE],
    ["/other/a", OUTSIDE],
    ["/work/data", FORBIDDEN],
    ["/work/data/a", FORBIDDEN],
    ["/work/database", undefined],
    ["/work/.env", ENVIRONMENT],
    ["/work/.ENV", ENVIRONMENT],
    ["/work/.env/a", ENVIRONMENT],
    ["/work/a/.envrc", ENVIRONMENT],
    ["/work/.env.local", ENVIRONMENT],
    ["/work/.environment", undefined],
    ["/work/a.env", undefined],
    ["/work/.env.example", undefined],
    ["/work/.env.sample", undefined],
    ["/work/.env.template", undefined],
    ["/work/.env.dist", undefined],
    ["/work/.git/config", undefined],
  ])("explains whether %s may be read", (path, reason) => {
    expect(refusalReason(fence, path, "read")).toBe(reason);
  });

  it.each([
    ["/work/.git", GIT],
    ["/work/a/.GIT/config", GIT],
    ["/work/.gitignore", undefined],
    ["/work/a.git/config", undefined],
    ["/work/.env", ENVIRONMENT],
    ["/work/a", undefined],
  ])("explains whether %s may be written", (path, reason) => {
    const purpose: PathPurpose = "write";
    expect(refusalReason(fence, path, purpose)).toBe(reason);
  });
});

describe("createFence", () => {
  it("resolves links to the folder and to forbidden folders, and keeps the names of missing ones", async () => {
    const base = await temporaryFolder();
    await mkdir(join(base, "project"));
    await mkdir(join(base, "data"));
    await symlink(join(base, "project"), join(base, "alias"));
    await symlink(join(base, "data"), join(base, "data-alias"));
    const forbiddenFolders = [join(base, "data-alias"), join(base, "data"), join(base, "gone")];
    expect(await createFence(join(base, "alias"), { forbiddenFolders })).toEqual({
      ...{ root: join(base, "project"), allowsProtectedWrites: false },
      forbidden: [join(base, "data-alias"), join(base, "data"), join(base, "gone")],
    });
  });

  it("returns nothing for a folder that does not exist", async () => {
    expect(
      await createFence(join(await temporaryFolder(), "gone"), { forbiddenFolders: [] }),
    ).toBeUndefined();
  });
});
