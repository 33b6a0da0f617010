import { failureOf } from "@goaltrace/core";
import type { Failure } from "@goaltrace/core";
import { createOpenAiClient } from "@goaltrace/core/openai";
import type { ModelConnection } from "./catalogue.ts";

export type ModelTest =
  { readonly ok: true; readonly latencyMs: number } | { readonly ok: false; readonly failure: Failure };

const TEST_LIMIT_MS = 30_000;

/** Asks a model for one word. Never throws for what the model or the network does. */
export async function testModel(connection: ModelConnection, callId: string): Promise<ModelTest> {
  const started = Date.now();
  try {
    const client = createOpenAiClient({ ...connection, firstByteMs: TEST_LIMIT_MS, idleMs: TEST_LIMIT_MS });
    const body = JSON.stringify({
      model: connection.profile.wireName,
      messages: [{ role: "user", content: "Answer with the word ready." }],
      stream: true,
    });
    const outcome = await client.attempt({
      callId,
      model: connection.profile.wireName,
      body,
      signal: AbortSignal.timeout(TEST_LIMIT_MS),
      onDelta: () => undefined,
    });
    return outcome.ok
      ? { ok: true, latencyMs: Date.now() - started }
      : { ok: false, failure: outcome.failure };
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown) };
  }
}
