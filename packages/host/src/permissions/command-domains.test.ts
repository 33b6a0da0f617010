import { suggestRules, type PermissionMode, type PermissionRule } from "@goaltrace/core/permissions";
import { createToolSet } from "@goaltrace/core/tools";
import { builtInTools, type Sandbox } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { toPermissionCall } from "./permission-call.ts";
import { createRunPermission } from "./run-permission.ts";

const sandbox: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => [] };
const surroundings = {
  ...{
    tools: createToolSet(builtInTools({ sandbox, variables: {} })),
    allowsProtectedWrites: false,
    sandbox,
  },
};
const REGISTRY = "registry.npmjs.org";

const rule = (effect: PermissionRule["effect"], tool: string, pattern: string): PermissionRule => ({
  ...{ id: `${tool}(${pattern})`, layer: "conversation", effect, tool, pattern },
});
const INSTALL = rule("allow", "bash_command", "npm install");

const callOf = (input: object) => ({
  ...{ tool: "bash_command", arguments: { command: "npm install", ...input }, folder: null },
  annotations: surroundings.tools.find("bash_command")?.annotations ?? {},
});

async function decideInstall(input: object, rules: readonly PermissionRule[], mode: PermissionMode = "ask") {
  return await createRunPermission(surroundings, { mode, rules, hasApprover: true }).decide({
    ...callOf(input),
    ...{ agent: "general", conversation: null, person: "p", scope: { workspaceId: "w", personId: "p" } },
    ...{ rootId: "t", traceId: "t", step: 1, toolCallId: "c", definitionDigest: "", argumentsDigest: "" },
  });
}

it("asks about the domains of a command that a rule allows, and names them", async () => {
  expect((await decideInstall({}, [INSTALL])).effect).toBe("allow");
  expect(await decideInstall({ domains: [REGISTRY] }, [INSTALL])).toMatchObject({
    ...{ effect: "ask", reason: `The command reaches https://${REGISTRY}/.` },
  });
  expect(await decideInstall({ network: true }, [INSTALL])).toMatchObject({
    ...{ effect: "ask", reason: "The command reaches any host." },
  });
});

it("lets the rules for fetching pages decide about domains", async () => {
  const page = rule("allow", "webfetch", `https://${REGISTRY}`);
  const decide = async (domains: readonly string[], ...more: readonly PermissionRule[]) =>
    (await decideInstall({ domains }, [INSTALL, page, ...more])).effect;
  expect(await decide([REGISTRY])).toBe("allow");
  expect(await decide([REGISTRY, "example.com"])).toBe("ask");
  expect(await decide([`*.${REGISTRY}`])).toBe("ask");
  expect(await decide([`http://${REGISTRY}`])).toBe("ask");
  expect(await decide([`${REGISTRY}:8443`])).toBe("ask");
  expect(await decide(["*"])).toBe("ask");
  expect(await decide(["no domain"])).toBe("ask");
  expect(await decide(["evil.example"], rule("deny", "webfetch", "https://evil.example"))).toBe("deny");
  // A rule about one host permits no other network.
  expect((await decideInstall({ network: true }, [INSTALL, page])).effect).toBe("ask");
});

it("denies the network in read-only mode, and allows it in auto mode", async () => {
  expect((await decideInstall({ domains: [REGISTRY] }, [], "read-only")).effect).toBe("deny");
  expect((await decideInstall({ domains: [REGISTRY] }, [], "auto")).effect).toBe("allow");
});

it("suggests a rule for the command and one for each host", async () => {
  const call = await toPermissionCall(surroundings, callOf({ domains: [REGISTRY] }));
  const sets = suggestRules(call, { mode: "ask", rules: [] }, "conversation").map((targets) =>
    targets.map(({ tool, pattern }) => `${tool}(${pattern})`),
  );
  expect(sets).toEqual([
    ["bash_command(=npm install)", `webfetch(https://${REGISTRY}/)`],
    ["bash_command(npm install)", `webfetch(https://${REGISTRY})`],
    ["bash_command(npm)", `webfetch(https://${REGISTRY})`],
  ]);
});

describe("the parts of a command line that ask", () => {
  const parts = async (command: string, ...rules: readonly PermissionRule[]): Promise<unknown> => {
    const decision = await decideInstall({ command }, rules);
    expect(decision.effect).toBe("ask");
    return "parts" in decision ? decision.parts : undefined;
  };
  const asksAboutGrep = rule("ask", "bash_command", "grep");
  const asksAboutWc = rule("ask", "bash_command", "wc");

  it("are named in a pipe or list, and not where the whole call asks", async () => {
    expect(await parts("ls && grep -r total src", asksAboutGrep)).toEqual(["grep -r total src"]);
    expect(await parts("ls | grep total | wc -l", asksAboutGrep, asksAboutWc)).toEqual([
      "grep total",
      "wc -l",
    ]);
    expect(await parts("grep total src", asksAboutGrep)).toEqual([]);
    expect(await parts("grep total && wc -l src", asksAboutGrep, asksAboutWc)).toEqual([]);
    const reaches = await decideInstall({ domains: [REGISTRY] }, [INSTALL]);
    expect(reaches).toMatchObject({ parts: [`https://${REGISTRY}/`] });
  });

  it.each([
    ['ls && sudo rm -rf "$DIR"/x', 'sudo rm -rf "$DIR"/x'],
    [
      'ls && curl -H "Authorization: $TOKEN" https://a.test',
      'curl -H "Authorization: $TOKEN" https://a.test',
    ],
    ["ls && rm ${X}", "rm ${X}"],
    ["ls && bash -c 'rm x; ls'", "bash -c 'rm x; ls'"],
    ["ls && rm -rf x && ls && rm -rf x", "rm -rf x"],
    ["ls && LD_PRELOAD=$X ls src", "LD_PRELOAD=$X ls src"],
  ])("are as the line has them: %s", async (command, part) => {
    expect(await parts(command)).toEqual([part]);
  });

  it.each([
    ["ls && echo hi > ../y", ["echo hi > ../y"]],
    ["ls | grep x | sort > ../y && ls", ["sort > ../y"]],
    ["ls && rm x > ../y", ["rm x > ../y"]],
    ["ls && (ls; pwd) > ../y", ["(ls; pwd) > ../y"]],
    ["ls && echo hi > $OUT", ["echo hi > $OUT"]],
    ["(ls; pwd) > ../y", []],
    ["ls > ../y", []],
  ])("have their redirections: %s", async (command, expected) => {
    expect(await parts(command)).toEqual(expected);
  });

  it.each([
    "ls && for f in *.ts; do rm $f; done",
    "ls && rm $(cat list)",
    "ls && rm x &",
    'sudo rm -rf "$DIR"/x',
    "  rm x  ",
    "ls && if",
  ])("are none where all of the line asks, or nobody can tell which part: %s", async (command) => {
    expect(await parts(command)).toEqual([]);
  });

  it("are none where the command reaches any host, which has no name", async () => {
    expect(await decideInstall({ network: true }, [INSTALL])).toMatchObject({ effect: "ask", parts: [] });
  });
});
