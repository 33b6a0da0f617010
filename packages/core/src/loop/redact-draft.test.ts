import { describe, expect, it } from "vitest";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import type { EntryDraft } from "../log/entry.ts";
import { testRequest } from "../testing/builders.ts";
import { redactDraft, redactValues } from "./redact-draft.ts";

const KEY = "sk-live-0123456789abcdef";
const MARK = "[redacted:key#1]";
const redactor = createKeyRedactor({ key: [KEY] });

describe("redactDraft", () => {
  it("masks a secret in every text of an entry, however deep, and keeps everything else", () => {
    const draft: EntryDraft = {
      ...{ kind: "message", role: "tool", goalId: "root", toolCallId: "call", toolName: "read" },
      ...{ outcome: "ok", title: `read ${KEY}`, output: `a ${KEY} b`, durationMs: 3, tokens: 4 },
      description: "clean",
      metadata: { none: null, yes: true, rows: [1, `x${KEY}`, null, { cell: KEY }], clean: ["a"] },
    };
    expect(redactDraft(draft, redactor)).toEqual({
      ...draft,
      title: `read ${MARK}`,
      output: `a ${MARK} b`,
      metadata: { none: null, yes: true, rows: [1, `x${MARK}`, null, { cell: MARK }], clean: ["a"] },
    });
  });

  it("returns an entry without secrets unchanged, and so its parts without secrets", () => {
    const clean: EntryDraft = {
      ...{ kind: "event", type: "todos.changed", goalId: "root" },
      data: { todos: [{ id: "1", text: "Look", status: "pending" }] },
    };
    expect(redactDraft(clean, redactor)).toBe(clean);
    const rows = ["a", 1];
    const mixed = { rows, nested: { rows }, secret: KEY };
    const masked = redactValues(mixed, redactor);
    expect(masked).toEqual({ rows, nested: { rows }, secret: MARK });
    expect(masked.rows).toBe(rows);
    expect(masked.nested).toBe(mixed.nested);
  });

  it("asks the redactor once for each text of an entry without secrets", () => {
    const asked: string[] = [];
    const clean: EntryDraft = {
      ...{ kind: "message", role: "tool", goalId: "goal", toolCallId: "call", toolName: "read" },
      ...{ outcome: "ok", title: "title", output: "output", durationMs: 3, tokens: 4 },
      description: "description",
      metadata: { none: null, absent: undefined, yes: true, rows: [1, "cell"] },
    };
    redactDraft(clean, { ...redactor, redact: (text) => (asked.push(text), text) });
    expect(asked.toSorted()).toEqual(
      ["message", "tool", "goal", "call", "read", "ok", "title", "output", "description", "cell"].toSorted(),
    );
  });

  it("leaves the record of a request as it was sent, because its texts were masked when they were logged", () => {
    const started: EntryDraft = {
      ...{ kind: "event", type: "call.started", goalId: "root" },
      data: {
        ...{ callId: KEY, purpose: "step", step: 1, request: testRequest },
        report: { segments: [], totalTokens: 1, exact: false, window: 1_000, dropped: [] },
      },
    };
    expect(redactDraft(started, redactor)).toBe(started);
    const finished: EntryDraft = {
      ...{ kind: "event", type: "call.repaired", goalId: "root" },
      data: { callId: "call", toolCallId: "tool", repair: "missing_id", before: KEY },
    };
    expect(redactDraft(finished, redactor)).toEqual({
      ...finished,
      data: { callId: "call", toolCallId: "tool", repair: "missing_id", before: MARK },
    });
  });
});

describe("redactValues", () => {
  it("masks a single text", () => {
    expect(redactValues(KEY, redactor)).toBe(MARK);
  });

  it("masks the texts of any object or list and returns them unchanged if there are none", () => {
    expect(redactValues([KEY, { key: [KEY] }, 7, null], redactor)).toEqual([MARK, { key: [MARK] }, 7, null]);
    const clean = [{ a: ["b"] }, 7, null, undefined];
    expect(redactValues(clean, redactor)).toBe(clean);
  });
});
