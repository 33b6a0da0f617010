import { expect, it } from "vitest";
import { auditedRule } from "./audited-rule.ts";

it("names the rules of a workspace and an agent in full", () => {
  for (const layer of ["workspace", "agent"] as const)
    expect(auditedRule({ layer, effect: "deny", text: "write_file(src/**)" })).toBe(
      "deny write_file(src/**)",
    );
});

it("leaves out what a rule of a conversation repeats of it", () => {
  const audited = (text: string): string => auditedRule({ layer: "conversation", effect: "allow", text });
  expect(audited("write_file(plans/merger.md)")).toBe("allow write_file(…)");
  expect(audited("write_file")).toBe("allow write_file");
  expect(audited("bash_command(curl https://a.test)\nbash_command(jq .secret)\nread_file(x)")).toBe(
    "allow bash_command(…)\nread_file(…)",
  );
});
