import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkAbort } from "./link-abort.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("linkAbort", () => {
  it("aborts with its parent, with the same reason, even if the parent was aborted before", () => {
    const parent = new AbortController();
    const linked = linkAbort(parent.signal);
    expect(linked.signal.aborted).toBe(false);
    parent.abort("enough");
    expect(linked.signal.aborted).toBe(true);
    expect(linked.signal.reason).toBe("enough");
    expect(linkAbort(parent.signal).signal.reason).toBe("enough");
    expect(linked.isTimedOut).toBe(false);
  });

  it("aborts on its own without its parent", () => {
    const parent = new AbortController();
    const linked = linkAbort(parent.signal);
    linked.abort();
    expect(linked.signal.aborted).toBe(true);
    expect(parent.signal.aborted).toBe(false);
    expect(linked.isTimedOut).toBe(false);
  });

  it("aborts at its time limit and says so", () => {
    const linked = linkAbort(new AbortController().signal, 100);
    vi.advanceTimersByTime(99);
    expect(linked.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(linked.signal.aborted).toBe(true);
    expect(linked.isTimedOut).toBe(true);
    expect(linked.signal.reason).toEqual(new Error("time limit"));
  });

  it("starts its time limit over after the last of its suspensions", () => {
    const linked = linkAbort(new AbortController().signal, 100);
    vi.advanceTimersByTime(99);
    const resumes = [linked.suspendLimit(), linked.suspendLimit()];
    vi.advanceTimersByTime(1_000);
    resumes[0]?.();
    vi.advanceTimersByTime(1_000);
    resumes[1]?.();
    vi.advanceTimersByTime(99);
    expect(linked.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(linked.isTimedOut).toBe(true);
    const released = linkAbort(new AbortController().signal, 100);
    const resume = released.suspendLimit();
    released.release();
    resume();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has no time limit by default", () => {
    linkAbort(new AbortController().signal);
    expect(vi.getTimerCount()).toBe(0);
    linkAbort(new AbortController().signal, 0);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("leaves neither a timer nor a listener after its release", () => {
    const parent = new AbortController();
    const linked = linkAbort(parent.signal, 100);
    linked.release();
    expect(vi.getTimerCount()).toBe(0);
    parent.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});
