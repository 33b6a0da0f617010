import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatRequest } from "./support/chat-request.ts";
import { findMarks } from "./support/find-marks.ts";
import { type KeysWorld, openKeysWorld, startSite } from "./support/keys-world.ts";
import type { MockAnswer } from "./support/mock-model.ts";
import { MARK, plantKeys, writeLines } from "./support/planted-keys.ts";
import { startCommand } from "./support/process.ts";
import { databaseTexts, folderTexts, type StoredText } from "./support/stored-texts.ts";

const KEYS = plantKeys(5);
/** A secret of the workspace, of no known form. */
const SECRET = `${MARK}-Heron?Grey&Wing=${MARK}`;
const RUN_LIMIT_MS = 600_000;
/** Every secret of the server that a child process could inherit. */
const SERVER_SECRETS = {
  GOALTRACE_SECRET: `${MARK}${"0a1b2c3d".repeat(7)}`,
  GOALTRACE_METRICS_TOKEN: `metrics-${MARK}-${MARK}`,
  OPENAI_API_KEY: `sk-${MARK}0123456789abcdef${MARK}`,
  STRIPE_API_KEY: `sk_live_${MARK}0123456789${MARK}`,
  INTERNAL_PASSWORD: `${MARK}-only-here-${MARK}`,
};

const call = (name: string, argumentsOf: object): MockAnswer => ({
  calls: [{ name, arguments: argumentsOf }],
});

let world: KeysWorld;
let site: Awaited<ReturnType<typeof startSite>>;
let sent: readonly string[] = [];
let traceId = "";
let streamed = "";

/** One step for each place in which a key can stand; the model has all of them from elsewhere. */
function steps(): readonly MockAnswer[] {
  const some = (turn: number, count = KEYS.length): string => writeLines(KEYS.slice(0, count), turn);
  const names = KEYS.filter(({ text }) => /^[\w.-]{1,200}$/u.test(text)).slice(0, 20);
  return [
    call("read_file", { path: "keys.env", limit: 500 }),
    call("bash_command", { command: "cat encoded.txt; cat keys.env >&2; exit 3" }),
    call("grep_content", { pattern: ":", path: "encoded.txt", limit: 200 }),
    call("webfetch", { url: `http://${site.host}/page` }),
    call("webfetch", { url: `http://${site.host}/refused` }),
    call("webfetch", {
      url: `http://${site.host}/${encodeURIComponent(KEYS[0]?.text ?? "")}?k=${KEYS[5]?.text ?? ""}`,
    }),
    call("write_file", { path: "copy.txt", content: some(3) }),
    call("edit_file", {
      path: "copy.txt",
      edits: [{ type: "replace", old_text: some(4, 20), new_text: some(5, 20) }],
    }),
    call("bash_command", {
      command: `printf '%s\\n' ${KEYS.slice(0, 60)
        .map(({ text }) => JSON.stringify(text))
        .join(" ")}`,
    }),
    call("bash_command", {
      command: `mkdir names && cd names && touch ${names.map(({ text }) => text).join(" ")}`,
    }),
    call("list_directory", { path: "names" }),
    call("no_such_tool", { keys: some(6, 60) }),
    call("goal", {
      operations: [{ op: "add", title: KEYS[4]?.text ?? "", acceptance: [KEYS[7]?.text ?? ""] }],
    }),
    call("write_memory", {
      ...{ type: "reference", name: "deploy", description: KEYS[8]?.text ?? "", keywords: ["deploy"] },
      ...{ content: some(7, 10), quote: KEYS[0]?.text ?? "" },
    }),
    call("run_python", { code: `raise ValueError(${JSON.stringify(KEYS[1]?.text ?? "")})` }),
    call("webfetch", {
      url: `http://${site.host}/echo`,
      headers: { authorization: "Bearer <secret>site</secret>" },
    }),
    call("bash_command", {
      command: "env > env.txt; cat /proc/[0-9]*/environ > processes.txt 2>/dev/null; env",
    }),
    { status: 500, error: { message: `Incorrect key ${KEYS[3]?.text ?? ""}` } },
    { reasoning: some(1), text: `They are:\n${some(2)}` },
  ];
}

/** Answers with the next step; requests beside the run, as for a title, get a plain text. */
function answer({ messages }: ChatRequest): MockAnswer {
  const isRun = messages.some(
    (message) => message.role === "user" && message.content.includes("Find all keys"),
  );
  if (!isRun) return { text: "A title" };
  const done = messages.filter((message) => message.role === "tool").length;
  const planned = steps();
  const failures = planned.findIndex((step) => "status" in step);
  if (done === failures && sent.length === 0) {
    sent = ["failed"];
    return planned[failures] ?? { text: "" };
  }
  return planned[done >= failures ? failures + 1 : done] ?? { text: "" };
}

/** The ways in which a key is in the texts of a place: none, if it is masked. */
function leaks(texts: readonly StoredText[]): readonly string[] {
  for (const { place, text } of texts)
    for (const found of findMarks(text)) process.stderr.write(`LEAK ${place}: ${JSON.stringify(found)}\n`);
  return texts.flatMap(({ place, text }) => findMarks(text).map((found) => `${place}: ${found}`));
}

describe("245 planted keys of 49 kinds, and a secret of the workspace", () => {
  beforeAll(async () => {
    const lines = writeLines(KEYS, 0);
    site = await startSite({
      "/page": { body: () => `<title>${KEYS[2]?.text ?? ""}</title><pre>${writeLines(KEYS, 8)}</pre>` },
      "/refused": { status: 401, type: "text/plain", body: () => `Wrong key: ${lines}` },
      "/echo": {
        type: "text/plain",
        body: (received) =>
          `${received} ${Buffer.from(received).toString("base64")} ${Buffer.from(received).toString("hex")}`,
      },
    });
    world = await openKeysWorld(answer, { variables: SERVER_SECRETS, privateHost: site.host });
    await writeFile(path.join(world.project, "keys.env"), lines);
    await writeFile(path.join(world.project, "encoded.txt"), writeLines(KEYS, 2));
    const grant = ["--tools", "webfetch", "--domains", `http://${site.host}`];
    const added = await startCommand(
      ["secrets", "add", "site", "--workspace", world.owner.slug, ...grant],
      world.serverVariables,
      { input: SECRET },
    ).ended;
    expect(added).toMatchObject({ code: 0 });
    const { id: folderId } = await world.database.folders.add(world.owner.scope, {
      ...{ id: "project", name: "project", path: world.project },
    });
    const text = `Find all keys.\n${writeLines(KEYS.slice(0, 60), 1)}`;
    ({ traceId } = JSON.parse(await world.api("/api/runs", { text, folderId })) as { traceId: string });
    streamed = await world.stream(traceId);
  }, RUN_LIMIT_MS);
  afterAll(async () => {
    await world?.close();
    site?.close();
  });

  it("pass through every place of a real run", async () => {
    const trace = await world.database.traces.get(world.owner.scope, traceId);
    expect(trace).toMatchObject({ status: "completed" });
    expect(world.model.complaints).toEqual([]);
    // The file on the machine has every key, and the stream has their masks.
    const [planted, copy] = await Promise.all(
      ["keys.env", "copy.txt"].map(async (name) => await readFile(path.join(world.project, name), "utf8")),
    );
    expect(findMarks(planted ?? "").length).toBeGreaterThan(200);
    expect(copy).toContain("[redacted:github-token#");
    expect((streamed.match(/\[redacted:/gu) ?? []).length).toBeGreaterThan(1_000);
    expect(new Set(streamed.match(/\[redacted:[\w-]+#/gu)).size).toBeGreaterThanOrEqual(30);
  });

  it("are in no row of the database, no live update, no request to the model and no log of a process", async () => {
    const stored = await databaseTexts(world.database);
    expect(stored.length).toBeGreaterThan(500);
    const others = [
      { place: "stream", text: streamed },
      { place: "requests to the model", text: world.model.bodies.join("\n") },
      { place: "log of the web", text: world.webLog() },
      { place: "log of the worker", text: world.worker.log() },
      ...(await folderTexts(path.join(world.folder, "home"))),
    ];
    expect(leaks([...stored, ...others])).toEqual([]);
  });

  it("are in no export, public link or page", async () => {
    const { slug } = world.owner;
    const shared = await world.signedIn("/api/trpc/shares.create", {
      json: { workspace: slug, traceId, days: 1, includeContent: true },
    });
    const [token = ""] = /\/share\/[\w-]+/u.exec(shared) ?? [];
    const addresses = [
      `/api/w/${slug}/traces/${traceId}/export`,
      ...[token, `/w/${slug}/traces/${traceId}`, `/w/${slug}/traces`, `/w/${slug}/settings/secrets`],
    ];
    const pages = await Promise.all(
      addresses.map(async (place) => ({ place, text: await world.signedIn(place) })),
    );
    const printed = await startCommand(
      ["export", traceId, "--workspace", world.owner.slug],
      world.serverVariables,
    ).ended;
    expect(printed.code).toBe(0);
    expect(printed.stdout.length).toBeGreaterThan(100_000);
    expect(pages.map(({ text }) => text.includes("[redacted:")).slice(0, 2)).toEqual([true, true]);
    expect(leaks([...pages, { place: "goaltrace export", text: printed.stdout }])).toEqual([]);
  });

  it("are in no environment of a child process", async () => {
    const [own, all] = await Promise.all(
      ["env.txt", "processes.txt"].map(
        async (name) => await readFile(path.join(world.project, name), "utf8"),
      ),
    );
    expect(own).toContain("PATH=");
    expect(
      leaks([
        { place: "environment", text: own ?? "" },
        { place: "processes", text: all ?? "" },
      ]),
    ).toEqual([]);
  });
});
