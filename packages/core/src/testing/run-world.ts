import { z } from "zod";
import {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "../adapters/in-memory/index.ts";
import { createModelDirectory } from "../adapters/model-directory.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { Clock } from "../ports/clock.ts";
import type { LiveFeed, LiveNotice } from "../ports/live-feed.ts";
import type { ModelClient } from "../ports/model-client.ts";
import { defineTool } from "../ports/tool.ts";
import type { SignalStore, TraceStore } from "../ports/trace-store.ts";
import { createToolSet } from "../tools/tool-set.ts";
import { clock, ids, type StoresUnderTest } from "./contract-cases.ts";

/** The environment of a run under test, besides its stores. */
export type RunWorld = {
  /** Executions of the effectful tool, by call. */
  readonly effects: ReadonlyMap<string, number>;
  readonly live: LiveFeed;
  /** Notifies the worker that executes a trace of a signal. */
  notify(traceId: string): void;
  ports(stores: { readonly traces: TraceStore; readonly signals: SignalStore }): RunPorts;
};

/** Creates a model that calls an effectful tool `steps` times and then ends. Nothing sleeps, so nothing depends on a heartbeat. */
export function createRunWorld(stores: StoresUnderTest, steps: number): RunWorld {
  const effects = new Map<string, number>();
  const listeners = new Set<(notice: LiveNotice) => void>();
  const work = defineTool({
    name: "work",
    description: "Has effects.",
    input: z.object({ step: z.number() }),
    annotations: {},
    execute: async ({ step }, { toolCallId }) => {
      effects.set(toolCallId, (effects.get(toolCallId) ?? 0) + 1);
      return await Promise.resolve({ title: "work", output: `did ${step}` });
    },
  });
  const environments = createFixedEnvironments({
    tools: createToolSet([work]),
    permission: createAllowAllPermission(),
    redactor: createNoRedactor(),
    models: createModelDirectory([async () => await Promise.resolve(workingModel(steps))]),
    sources: [],
    forbiddenFolders: [],
  });
  return {
    effects,
    live: {
      publish: () => undefined,
      subscribe: (_, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      partial: async () => await Promise.resolve([]),
    },
    notify: (traceId) => {
      for (const listener of listeners) listener({ kind: "signalled", traceId });
    },
    ports: ({ traces, signals }) => ({
      ...{ traces, signals, blobs: stores.blobs, environments, clock: ABORT_ONLY_CLOCK, ids },
      ...{ logger: createSilentLogger(), hash: createPortableHash(), random: { next: () => 0.5 } },
      tokenizer: { count: (text) => Math.ceil(text.length / 4) },
    }),
  };
}

/** Sleeps until aborted. */
const ABORT_ONLY_CLOCK: Clock = {
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  sleep: async (_, signal) =>
    await new Promise<void>((resolve) =>
      signal?.aborted === true
        ? resolve()
        : signal?.addEventListener("abort", () => resolve(), { once: true }),
    ),
};

/** Derives the step from the request, so that the model continues wherever a run is resumed. */
function workingModel(steps: number): ModelClient {
  return {
    profile: {
      ...{ reference: "test-model", wireName: "test-model", contextWindow: 128_000, price: null },
      ...{ quirks: "default", label: "test", scripted: true },
    },
    attempt: async ({ body }) => {
      const step = body.split('"role":"assistant"').length - 1;
      const isDone = step >= steps;
      const call = { id: `call_${step}`, name: "work", arguments: JSON.stringify({ step }) };
      return await Promise.resolve({
        ok: true,
        answer: {
          ...{ text: isDone ? "Done." : `Step ${step}`, reasoning: "", usage: null, firstTokenMs: null },
          ...{ toolCalls: isDone ? [] : [call], finishReason: isDone ? "stop" : "tool_calls" },
        },
      });
    },
  };
}
