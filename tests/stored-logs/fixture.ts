import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";

/** The synthetic trace: it holds every event in every form. */
export const EVERY_EVENT_TRACE = "00000000-0000-7000-9000-00000000e4e7";

const personSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** The description of a fixture, in `manifest.json`. */
export const manifestSchema = z.object({
  /** The commit whose code wrote it. */
  commit: z.string(),
  /** Migrations that had been applied, in order. */
  migrations: z.array(z.string()),
  /** The workspace of the fixture; also its slug. */
  workspace: z.string(),
  people: z.object({
    owner: personSchema,
    admin: personSchema,
    member: personSchema,
    viewer: personSchema,
  }),
  password: z.string(),
  apiKey: z.string(),
  shareTokens: z.array(z.string()).readonly(),
  traces: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** A person who can see it: conversations may be private. */
        seenBy: z.enum(["owner", "admin", "member", "viewer"]),
      }),
    )
    .readonly(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Each request sent by the fixture's runs: trace, sequence of its `call.started`, SHA-256 of the sent bytes. */
export const requestsSchema = z.array(
  z.object({
    traceId: z.string(),
    sequence: z.number(),
    sha256: z.string(),
    /** False when part of its content has been erased. */
    isWhole: z.boolean(),
  }),
);
export type RecordedRequest = z.output<typeof requestsSchema>[number];

/** The input of the test: rows and files written by the code of an earlier commit, with its answers. */
export type Fixture = {
  readonly manifest: Manifest;
  /** Statements that insert every row of every table. */
  readonly rows: string;
  /** The exported traces in the order of the manifest. */
  readonly exports: string;
  readonly requests: readonly RecordedRequest[];
  /** Answers by query, as returned by `askEverything`. */
  readonly answers: Readonly<Record<string, unknown>>;
};

export const FILES = {
  manifest: "manifest.json",
  rows: "rows.sql.gz",
  exports: "exports.jsonl.gz",
  requests: "requests.json.gz",
  answers: "answers.json.gz",
} as const;

/** Returns the path of a file in the named fixture. */
export function fixturePath(name: string, file: string): string {
  return fileURLToPath(new URL(`${name}/${file}`, import.meta.url));
}

async function readManifest(name: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(fixturePath(name, FILES.manifest), "utf8")));
}

export async function readFixture(name: string): Promise<Fixture> {
  const [rows, exports, requests, answers] = await Promise.all(
    [FILES.rows, FILES.exports, FILES.requests, FILES.answers].map(async (file) => unzip(name, file)),
  );
  return {
    manifest: await readManifest(name),
    rows: rows ?? "",
    exports: exports ?? "",
    requests: requestsSchema.parse(JSON.parse(requests ?? "")),
    answers: z.record(z.string(), z.unknown()).parse(JSON.parse(answers ?? "")),
  };
}

async function unzip(name: string, file: string): Promise<string> {
  return (await promisify(gunzip)(await readFile(fixturePath(name, file)))).toString("utf8");
}
