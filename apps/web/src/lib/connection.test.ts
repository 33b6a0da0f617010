// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  nextConnection,
  onServerRecovered,
  reportDatabaseAway,
  useConnection,
  useReportReconnecting,
  watchedFetch,
} from "./connection.ts";
import { renderHook } from "./testing/render-hook.tsx";

describe("nextConnection", () => {
  it("keeps the start of an outage when its cause changes", () => {
    const isBroken = { online: true, broken: true, databaseAway: false };
    const reconnecting = nextConnection({ state: "live" }, { ...isBroken, now: 10 });
    expect(reconnecting).toEqual({ state: "reconnecting", since: 10 });
    expect(nextConnection(reconnecting, { ...isBroken, now: 20 })).toBe(reconnecting);
    const databaseAway = nextConnection(reconnecting, { ...isBroken, databaseAway: true, now: 25 });
    expect(databaseAway).toEqual({ state: "databaseAway", since: 10 });
    const offline = nextConnection(databaseAway, { ...isBroken, online: false, now: 30 });
    expect(offline).toEqual({ state: "offline", since: 10 });
    expect(nextConnection(offline, { ...isBroken, broken: false, now: 40 })).toEqual({ state: "live" });
  });
});

describe("an outage", () => {
  /** The status of the server's answers; null while it does not answer. */
  let status: number | null = 200;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async () => {
      if (status === null) throw new TypeError("fetch failed");
      return new Response(null, { status });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const passSeconds = async (seconds: number): Promise<void> =>
    await act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1_000)));

  it("is named after what is unreachable, and its end is announced once", async () => {
    const ended = vi.fn();
    const stop = onServerRecovered(ended);
    const hook = await renderHook(useConnection);
    expect(hook.current().state).toBe("live");
    status = 503;
    await act(async () => reportDatabaseAway());
    await passSeconds(10);
    expect(hook.current().state).toBe("databaseAway");
    status = null;
    await act(async () => void (await watchedFetch("/api").catch(() => undefined)));
    status = 503;
    await passSeconds(2);
    expect(hook.current().state).toBe("databaseAway");
    expect(ended).not.toHaveBeenCalled();
    status = 200;
    await passSeconds(2);
    expect(hook.current().state).toBe("live");
    await passSeconds(10);
    expect(ended.mock.calls).toEqual([[{ isConfirmed: true }]]);
    stop();
  });

  it("is announced as a lost request if no check confirms it, even after an earlier one", async () => {
    const ended = vi.fn();
    const stop = onServerRecovered(ended);
    const lose = async (isServerAway: boolean): Promise<void> => {
      status = null;
      await act(async () => void (await watchedFetch("/api").catch(() => undefined)));
      if (!isServerAway) status = 200;
      await passSeconds(2);
      status = 200;
      await passSeconds(4);
    };
    await lose(false);
    await lose(true);
    await lose(false);
    expect(ended.mock.calls).toEqual([
      [{ isConfirmed: false }],
      [{ isConfirmed: true }],
      [{ isConfirmed: false }],
    ]);
    stop();
  });

  it("of a stream only ends with the stream, and causes no request", async () => {
    const requests = vi.fn(async () => new Response(null, { status: 200 }));
    vi.stubGlobal("fetch", requests);
    const connection = await renderHook(useConnection);
    let isReconnecting = true;
    const stream = await renderHook(() => useReportReconnecting(isReconnecting));
    expect(connection.current().state).toBe("reconnecting");
    isReconnecting = false;
    await stream.rerender();
    expect(connection.current().state).toBe("live");
    await passSeconds(10);
    expect(requests).not.toHaveBeenCalled();
  });

  it("of a server that does not answer becomes one of its database once the server answers", async () => {
    const hook = await renderHook(useConnection);
    status = null;
    await act(async () => void (await watchedFetch("/api").catch(() => undefined)));
    expect(hook.current().state).toBe("reconnecting");
    status = 503;
    await passSeconds(2);
    expect(hook.current().state).toBe("databaseAway");
    status = 200;
    await passSeconds(2);
    expect(hook.current().state).toBe("live");
  });
});
