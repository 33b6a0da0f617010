import { decide } from "@goaltrace/core/permissions";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SHELL_PARSER_WAIT_MS } from "./tunables.ts";

const findPackageFile = vi.hoisted(() => vi.fn<(file: string) => Promise<string>>());
vi.mock("../system/find-package-file.ts", () => ({ findPackageFile }));

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How `ls`, which runs unasked otherwise, is decided in the mode that asks. */
async function effectOfListing(): Promise<string> {
  const [{ readCommand }, { commandPlace }] = await Promise.all([
    import("./read-command.ts"),
    import("./command-place.ts"),
  ]);
  const reading = readCommand("ls", commandPlace("/tmp", true));
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(SHELL_PARSER_WAIT_MS);
  const { subjects } = await reading;
  const call = { tool: "bash_command", isHarmless: false, isProtected: false, subjects };
  return decide(call, { mode: "ask", rules: [] }).effect;
}

describe("a command line without its parser", () => {
  it("asks when the parser is missing, and no longer once it is there", async () => {
    findPackageFile.mockRejectedValueOnce(new Error("ENOENT"));
    expect(await effectOfListing()).toBe("ask");
    const { findPackageFile: real } = await vi.importActual<{
      findPackageFile: (file: string) => Promise<string>;
    }>("../system/find-package-file.ts");
    findPackageFile.mockImplementation(real);
    expect(await effectOfListing()).toBe("allow");
  });

  it("asks when the parser does not load in time", async () => {
    vi.useFakeTimers();
    findPackageFile.mockReturnValue(new Promise(() => undefined));
    expect(await effectOfListing()).toBe("ask");
  });
});
