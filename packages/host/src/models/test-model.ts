import { type Failure, toFailure } from "@goaltrace/core";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import type { Clock, HttpTransport, Ids, Scope } from "@goaltrace/core/ports";
import type { Quotas } from "../quotas/quotas.ts";
import { MODEL_TEST_MS } from "../tunables.ts";
import { createModelClient } from "./model-client.ts";

export type ModelTest =
  | { readonly ok: true; readonly latencyMs: number }
  | { readonly ok: false; readonly failure: Failure };

const TEST_TIMEOUTS = { firstByteMs: MODEL_TEST_MS, firstTokenMs: MODEL_TEST_MS, idleMs: MODEL_TEST_MS };

/**
 * Asks a model for one word over the same transport as runs, counted as a call of the person. Reports failures of the model and the network, and a
 * quota that is used up, instead of throwing.
 */
export async function testModel(
  configuration: ModelConfiguration,
  ports: {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly transport: HttpTransport;
    readonly quotas: Pick<Quotas, "calls">;
  },
  scope: Scope,
): Promise<ModelTest> {
  const { clock, ids, transport, quotas } = ports;
  const startedAt = clock.monotonic();
  const { wireName } = configuration.profile;
  try {
    const usedUp = await quotas.calls.count({ ...scope, keyId: null });
    if (usedUp !== null) return { ok: false, failure: usedUp.failure };
    const client = createModelClient(configuration, { clock, transport }, TEST_TIMEOUTS);
    const outcome = await client.attempt({
      callId: ids.next(),
      model: wireName,
      body: JSON.stringify({
        model: wireName,
        messages: [{ role: "user", content: "Answer with the word ready." }],
        stream: true,
      }),
      signal: AbortSignal.timeout(MODEL_TEST_MS),
      onDelta: () => undefined,
    });
    return outcome.ok
      ? { ok: true, latencyMs: clock.monotonic() - startedAt }
      : { ok: false, failure: outcome.failure };
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) };
  }
}
