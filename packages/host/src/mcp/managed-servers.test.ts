import { expect, it } from "vitest";
import { toStoredStatus } from "./managed-servers.ts";

it("stores no character that PostgreSQL refuses, whatever a server writes", () => {
  const stored = toStoredStatus(
    { sourceKey: "workspace", name: "x", settingsDigest: "s" },
    {
      ...{ state: "failed", problem: "a\0b", identity: null, log: "c\0d" },
      tools: { definitions: [{ name: "t", description: "\0", inputSchema: {} }], problems: [] },
    },
  );
  expect(stored).toMatchObject({ problem: "ab", log: "cd" });
  expect(Object.values(stored).join("")).not.toContain("\0");
});
