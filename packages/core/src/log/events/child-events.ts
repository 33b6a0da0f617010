import { countOf } from "../count-of.ts";
import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_TEXT, eraseBlob, eraseFailure, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { failureSchema, limitsSchema } from "../trace-schema.ts";
import { defineEvent } from "./define-event.ts";

const childTraceId = z.string();
const toolCallId = z.string().nullable();

/** Child runs, and messages between agents. */
export const CHILD_EVENTS = [
  /**
   * `group` is null for a single child. `position` distinguishes the children of one call. `name` addresses the child in later turns, and
   * `continues` is the earlier child whose log it continues.
   */
  defineEvent("child.spawned", {
    data: openObject({
      childTraceId,
      toolCallId,
      position: z.number().optional(),
      name: z.string().optional(),
      continues: z.string().optional(),
      agent: z.string(),
      prompt: z.string(),
      goalId: z.string().nullable(),
      background: z.boolean(),
      /** The effect of its parent's end: `wait` lets the parent wait for it, `cancel` ends it. @default wait */
      atEnd: z.enum(["wait", "cancel"]).optional(),
      limits: limitsSchema,
      /** The tools that its parent's rights leave it. */
      tools: z.array(z.string()).optional(),
      /** The folder of its git worktree. @default that of its parent */
      worktree: z.string().optional(),
      /** Why it works in the folder of its parent although it asked for a worktree. */
      shared: z.enum(["no_repository", "no_commit", "nested", "too_large", "failed"]).optional(),
      group: openObject({
        groupId: z.string(),
        index: z.number(),
        size: z.number(),
        merge: z.enum(["all", "best", "vote"]),
      }).nullable(),
    }),
    erase: (data) => ({
      ...data,
      prompt: ERASED_TEXT,
      ...(data.name === undefined ? {} : { name: ERASED_TEXT }),
      ...(data.worktree === undefined ? {} : { worktree: ERASED_TEXT }),
    }),
    outline: ({ agent, prompt, toolCallId: call, background, group, ...data }) => ({
      ...{ k: "child", state: "spawned", child: data.childTraceId, d: agent, task: oneLine(prompt) },
      ...(call === null ? {} : { call }),
      ...(background ? { beside: true } : {}),
      ...(group === null ? {} : { index: group.index, size: group.size, merge: group.merge }),
    }),
  }),
  defineEvent("child.finished", {
    data: openObject({
      childTraceId,
      toolCallId,
      status: z.enum(["completed", "failed", "cancelled", "interrupted"]),
      lastMessage: z.string(),
      summary: z.string().nullable(),
      failure: failureSchema.nullable(),
      steps: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      /** US dollars; null when unknown. */
      cost: z.number().nullable(),
      /** Its work, without its waits. Earlier versions recorded both together. */
      durationMs: z.number(),
      toolsUsed: z.array(z.string()),
      /** True for a branch that did not complete: the others are merged without it. Absent otherwise, and in what earlier versions wrote. */
      givenUp: z.boolean().optional(),
      /** Claims of the child that its own log does not support, one sentence each. */
      unverified: z.array(z.string()).optional(),
      /** Calls in it and below it that people denied, so that no other run of the tree makes them. */
      denied: z
        .array(
          openObject({
            traceId: z.string(),
            tool: z.string(),
            argumentsDigest: z.string(),
            target: z.string().nullable(),
            reason: z.string(),
          }),
        )
        .optional(),
    }),
    erase: (data) => ({
      ...data,
      lastMessage: ERASED_TEXT,
      summary: eraseText(data.summary),
      ...(data.denied === undefined ? {} : { denied: [] }),
      ...(data.unverified === undefined ? {} : { unverified: data.unverified.map(() => ERASED_TEXT) }),
      failure: data.failure && eraseFailure(data.failure),
    }),
    outline: ({ status, failure, lastMessage, ...data }) => ({
      ...{ k: "child", state: status, child: data.childTraceId, d: oneLine(failure?.message ?? lastMessage) },
      ...{ steps: data.steps, n: data.inputTokens + data.outputTokens, m: data.durationMs, c: data.cost },
      ...(data.unverified === undefined || data.unverified.length === 0
        ? {}
        : { unverified: data.unverified.length }),
    }),
  }),
  /**
   * The fate of the files that a child changed in its worktree; precedes its end. Changes of the project folder are `file.changed` events in the same
   * commit. `unfinished`: the child did not complete, so nothing was merged.
   */
  defineEvent("child.merged", {
    data: openObject({
      childTraceId,
      toolCallId,
      agent: z.string(),
      unfinished: z.boolean(),
      merged: z.number(),
      /** Paths that were not merged, with the blob of the child's version; null for one that it removed, or that is not stored. */
      files: z.array(
        openObject({
          path: z.string(),
          outcome: z.enum(["conflict", "kept", "failed"]),
          versionBlob: z.string().nullable(),
        }),
      ),
      /** Paths that could not be read. */
      unclear: z.array(z.string()),
      /** The changes as git shows them; null for none. */
      diffBlob: z.string().nullable(),
      /** True if the worktree could not be read at all; it is kept on the machine. @default false */
      lost: z.boolean().optional(),
    }),
    erase: (data) => ({
      ...data,
      files: data.files.map((file) => ({
        ...file,
        path: ERASED_TEXT,
        versionBlob: eraseBlob(file.versionBlob),
      })),
      unclear: data.unclear.map(() => ERASED_TEXT),
      diffBlob: eraseBlob(data.diffBlob),
    }),
    outline: (data) => ({
      ...{ k: "merge", child: data.childTraceId, d: mergeLine(data) },
      state: data.lost === true ? "lost" : data.unfinished ? "unfinished" : "merged",
      ...{ n: data.merged, left: data.files.length + data.unclear.length },
    }),
  }),
  defineEvent("agent.message", {
    data: openObject({
      messageId: z.string(),
      fromTraceId: z.string(),
      toTraceId: z.string(),
      text: z.string(),
    }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
    outline: ({ fromTraceId, toTraceId, text }) => ({
      ...{ k: "message", from: fromTraceId, to: toTraceId, d: oneLine(text) },
    }),
  }),
] as const;

/** Paths that the line of a merge names. */
const NAMED_PATHS = 3;

function mergeLine({
  agent,
  merged,
  unfinished,
  files,
  lost,
}: {
  readonly agent: string;
  readonly merged: number;
  readonly unfinished: boolean;
  readonly files: readonly { readonly path: string }[];
  readonly lost?: boolean | undefined;
}): string {
  if (lost === true) return `the worktree of ${agent} could not be read`;
  const paths = files.slice(0, NAMED_PATHS).map(({ path }) => path);
  const rest = files.length > paths.length ? `, and ${String(files.length - paths.length)} more` : "";
  const left =
    files.length === 0
      ? ""
      : `${unfinished ? "unfinished, not merged" : "conflicts"}: ${paths.join(", ")}${rest}`;
  if (unfinished)
    return oneLine(`worktree of ${agent}, ${left === "" ? "unfinished, without changes" : left}`);
  const count = `${countOf(merged, "file")} of ${agent} merged`;
  return oneLine(left === "" ? count : `${left}; ${count}`);
}
