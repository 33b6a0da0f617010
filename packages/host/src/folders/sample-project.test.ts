import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureSampleProject } from "./sample-project.ts";

const SCOPE = { workspaceId: "w" };
const check = { registrable: async (_: unknown, folder: string) => await realpath(folder) };
let folder = "";

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "goaltrace-sample-test-")));
  await mkdir(path.join(folder, "checkout", "examples", "orders-service", "src"), { recursive: true });
  await writeFile(path.join(folder, "checkout", "examples", "orders-service", "README.md"), "orders");
  await mkdir(path.join(folder, "person"));
  await mkdir(path.join(folder, "root"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function rules(roots: readonly string[] = []) {
  const [checkout, home, personHome] = ["checkout", "state", "person"].map((name) => path.join(folder, name));
  return {
    roots,
    isLoopback: true,
    checkout: checkout ?? "",
    home: home ?? "",
    personHome: personHome ?? "",
  };
}

it("copies the sample into the home folder, and keeps later changes to it", async () => {
  const place = await ensureSampleProject({ rules: rules(), check }, SCOPE, "shop");
  expect(place).toBe(path.join(folder, "person", "goaltrace-sample-shop"));
  await writeFile(path.join(place, "README.md"), "changed");
  expect(await ensureSampleProject({ rules: rules(), check }, SCOPE, "shop")).toBe(place);
  expect(await readFile(path.join(place, "README.md"), "utf8")).toBe("changed");
});

it("uses the first folder that the operator allows", async () => {
  const root = path.join(folder, "root");
  expect(await ensureSampleProject({ rules: rules([root]), check }, SCOPE, "shop")).toBe(
    path.join(root, "goaltrace-sample-shop"),
  );
});

it("leaves nothing behind where this server accepts no folder", async () => {
  const refusing = { registrable: async () => await Promise.reject(new Error("refused")) };
  await expect(ensureSampleProject({ rules: rules(), check: refusing }, SCOPE, "shop")).rejects.toThrow(
    "refused",
  );
  expect(await readdir(path.join(folder, "person"))).toEqual([]);
  await expect(ensureSampleProject({ rules: null, check }, SCOPE, "shop")).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
