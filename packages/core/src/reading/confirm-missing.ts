import type { RunOverview } from "../diagnose/run-overview.ts";
import { normalizeFact } from "../diagnose/missing-facts.ts";
import { GoaltraceError } from "../errors.ts";
import type { Trace } from "../log/trace.ts";
import { parseJson } from "../parse-json.ts";
import type { ContentReader } from "./log-reader.ts";
import { readRequest } from "./read-request.ts";

/**
 * Returns the overview without facts that were in the request of the call that failed without them, as sent: the log's messages do not show
 * instructions, memory and the files of a project. Reads nothing unless the diagnosis names such a fact. A request that can no longer be rebuilt
 * proves nothing. Errors: as `resolveLog`.
 */
export async function confirmMissing(
  reader: ContentReader,
  trace: Trace,
  overview: RunOverview,
): Promise<RunOverview> {
  const { diagnosis } = overview;
  const missing = diagnosis.findings.find((finding) => finding.kind === "missing");
  if (missing?.kind !== "missing") return overview;
  const sent = await sentText(reader, trace, missing.failedAt);
  const facts = missing.facts.filter(({ text }) => !sent.includes(normalizeFact(text)));
  if (facts.length === missing.facts.length) return overview;
  const findings = diagnosis.findings.flatMap((finding) =>
    finding !== missing ? [finding] : facts.length === 0 ? [] : [{ ...missing, facts }],
  );
  return { ...overview, diagnosis: { ...diagnosis, findings } };
}

/** The request of the model call that asked for a tool call; empty where it was erased. */
async function sentText(reader: ContentReader, trace: Trace, sequence: number): Promise<string> {
  try {
    const { body } = await readRequest(reader, trace, sequence);
    return normalizeFact(textsIn(parseJson(body)).join("\n"));
  } catch (error) {
    if (error instanceof GoaltraceError && error.code === "NOT_FOUND") return "";
    throw error;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
