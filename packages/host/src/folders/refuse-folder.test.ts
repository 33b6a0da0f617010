import { describe, expect, it } from "vitest";
import { readFileRules } from "./file-rules.ts";
import { type FolderRequest, refuseFolder } from "./refuse-folder.ts";

const SERVER = { checkout: "/opt/goaltrace", home: "/srv/state" };

function refuse(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
  request: Partial<FolderRequest> = {},
): string | null {
  const { folders } = readFileRules(variables, SERVER);
  if (folders === null) throw new Error("no rules");
  const rules = { ...folders, personHome: "/home/mira" };
  const failure = refuseFolder({ folder, rules, workspaces: 1, takenFolders: [], ...request });
  return failure === null ? null : `${failure.message} ${failure.fix}`;
}

const ROOTS = { GOALTRACE_FOLDER_ROOTS: "/srv/projects:/home/mira/code" };

describe("refuseFolder", () => {
  it("accepts any ordinary folder on a server that only this machine reaches and that has one workspace", () => {
    for (const folder of ["/home/mira/shop", "/home/mira/.cache/shop", "/srv/x", "/tmp/x", "/var/www/x"])
      expect(refuse(folder), folder).toBeNull();
    expect(refuse("/srv/x", { HOST: "127.0.0.1", GOALTRACE_URL: "http://localhost:3000" })).toBeNull();
  });

  it.each([
    ["HOST=0.0.0.0", { HOST: "0.0.0.0" }, {}],
    ["a public address", { GOALTRACE_URL: "https://goaltrace.example.org" }, {}],
    ["two workspaces", {}, { workspaces: 2 }],
  ])("accepts no folder without roots and names the variable to set: %s", (_, variables, request) => {
    expect(refuse("/srv/x", variables, request)).toContain("GOALTRACE_FOLDER_ROOTS=/srv/projects");
    expect(refuse("/srv/projects/x", { ...variables, ...ROOTS }, request)).toBeNull();
  });

  it("accepts only folders below a listed root", () => {
    for (const folder of ["/srv/projects", "/srv/projects/a/b", "/home/mira/code/shop"])
      expect(refuse(folder, ROOTS), folder).toBeNull();
    for (const folder of ["/srv", "/srv/projects-other", "/home/mira/shop"])
      expect(refuse(folder, ROOTS), folder).toContain("/srv/projects, /home/mira/code");
  });

  it.each([
    ...["/", "/etc", "/etc/ssh", "/proc", "/proc/1", "/sys", "/usr/share", "/var/lib/x", "/dev/shm", "/root"],
    ...["/home", "/home/mira", "/home/mira/.ssh", "/home/mira/.config/x", "/home/other", "/home/other/.aws"],
    ...["/System/x", "/private/etc", "C:\\Windows\\x"],
  ])("never accepts a system folder or the keys of a person, not even below a root: %s", (folder) => {
    expect(refuse(folder, { GOALTRACE_FOLDER_ROOTS: "/" })).toContain("operating system");
  });

  it.each(["/opt/goaltrace", "/opt/goaltrace/packages", "/opt"])(
    "never accepts the checkout: %s",
    (folder) => {
      expect(refuse(folder, { GOALTRACE_FOLDER_ROOTS: "/opt" })).toContain("belongs to Goaltrace itself");
    },
  );

  it.each(["/srv/state", "/srv/state/database"])("never accepts the server's state: %s", (folder) => {
    expect(refuse(folder)).toContain("the server's own data");
  });

  it.each(["/srv/projects/a", "/srv/projects/a/b", "/srv/projects"])(
    "never accepts a folder of another workspace, a part of it or a parent of it: %s",
    (folder) => {
      const taken = { takenFolders: ["/srv/projects/a"] };
      expect(refuse(folder, ROOTS, taken)).toContain("already in use");
      expect(refuse("/srv/projects/ab", ROOTS, taken)).toBeNull();
    },
  );

  it("rejects roots that are not absolute and flags that are not 0 or 1", () => {
    expect(() => readFileRules({ GOALTRACE_FOLDER_ROOTS: "projects" }, SERVER)).toThrow(
      "GOALTRACE_FOLDER_ROOTS must list absolute paths",
    );
    expect(() => readFileRules({ GOALTRACE_ALLOW_PROTECTED_WRITES: "yes" }, SERVER)).toThrow(
      "GOALTRACE_ALLOW_PROTECTED_WRITES must be 1",
    );
  });
});
