import type { Clock, EndpointAdmission, EndpointCaller } from "@goaltrace/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_WAITING_CALLS } from "../tunables.ts";
import { createEndpointQueue, type EndpointQueue } from "./endpoint-queue.ts";

type Seat = Extract<EndpointAdmission, { admitted: true }>;
type Call = {
  readonly name: string;
  /** The reported numbers of calls ahead. */
  readonly ahead: number[];
  seat: Seat | null;
  refusal: string | null;
};

/** A queue with the calls that entered it. `tick` lets the time of one notice pass. */
function setUp(limit: number) {
  let wake = (): void => undefined;
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: async (_milliseconds, signal) =>
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
  const queue = createEndpointQueue({ label: "local/small", limit, clock });
  return { queue, tick: () => wake(), ...callsOf(queue) };
}

function callsOf(queue: EndpointQueue) {
  const admitted: string[] = [];
  const enter = (name: string, signal = new AbortController().signal, onNeeded?: () => void): Call => {
    const [workspaceId = "", personId = ""] = name.split("/");
    const call: Call = { name, ahead: [], seat: null, refusal: null };
    const caller: EndpointCaller = {
      ...{ workspaceId, personId, signal },
      ...(onNeeded && { onNeeded }),
      onWaiting: (ahead) => void call.ahead.push(ahead),
    };
    void queue.enter(caller).then((admission) => {
      if (admission.admitted) {
        call.seat = admission;
        admitted.push(name);
      } else call.refusal = admission.failure.message;
    });
    return call;
  };
  return { admitted, enter };
}

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe("createEndpointQueue", () => {
  it("admits as many calls as the limit, and the next when one leaves, once", async () => {
    const { enter, admitted } = setUp(2);
    const [first] = ["w/a", "w/b", "w/c", "w/d"].map((name) => enter(name));
    await settled();
    expect(admitted).toEqual(["w/a", "w/b"]);
    first?.seat?.leave();
    first?.seat?.leave();
    await settled();
    expect(admitted).toEqual(["w/a", "w/b", "w/c"]);
  });

  it("admits spare calls after all others, also those of other people", async () => {
    const { enter, admitted } = setUp(1);
    const signal = new AbortController().signal;
    const first = enter("busy/a");
    const light = enter("calm/a", signal, () => undefined);
    const second = enter("busy/a");
    await settled();
    expect([light.ahead, second.ahead]).toEqual([[0], [0]]);
    first.seat?.leave();
    await settled();
    second.seat?.leave();
    await settled();
    expect(admitted).toEqual(["busy/a", "busy/a", "calm/a"]);
  });

  it("asks one spare call in progress to end for each other call that waits, and none for a spare one", async () => {
    const { enter } = setUp(2);
    const asked: string[] = [];
    const spare = (name: string): Call =>
      enter(name, new AbortController().signal, () => void asked.push(name));
    const lights = [spare("w/a"), spare("w/b")];
    await settled();
    spare("w/c");
    expect(asked).toEqual([]);
    const answer = enter("w/d");
    expect(asked).toEqual(["w/a"]);
    lights[0]?.seat?.leave();
    await settled();
    expect(answer.seat).not.toBeNull();
    enter("w/e");
    enter("w/f");
    expect(asked).toEqual(["w/a", "w/b"]);
  });

  it("leaves people their turn whose spare call is in progress or was served", async () => {
    const { enter, admitted } = setUp(1);
    const light = enter("w/a", new AbortController().signal, () => undefined);
    await settled();
    const answer = enter("w/a");
    const other = enter("w/b");
    await settled();
    expect([answer.ahead, other.ahead]).toEqual([[0], [1]]);
    light.seat?.leave();
    await settled();
    expect(admitted).toEqual(["w/a", "w/a"]);
    answer.seat?.leave();
    await settled();
    expect(admitted).toEqual(["w/a", "w/a", "w/b"]);
  });

  it("takes turns between workspaces, and between the people of each, regardless of the number of their calls", async () => {
    const { enter, admitted } = setUp(1);
    const names = ["flood/x", "flood/x", "flood/x", "flood/x", "flood/y", "calm/a"];
    const calls = names.map((name) => enter(name));
    for (let left = 0; left < names.length; left += 1) {
      await settled();
      const call = calls.find(({ seat }) => seat !== null);
      calls.splice(calls.indexOf(call ?? enter("none/none")), 1);
      call?.seat?.leave();
    }
    expect(admitted).toEqual(["flood/x", "calm/a", "flood/y", "flood/x", "flood/x", "flood/x"]);
  });

  it("serves a workspace within as many admissions as there are workspaces", async () => {
    const member = fc.constantFrom("a/1", "a/2", "b/1", "c/1", "c/2", "c/3");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(member, { maxLength: 25 }),
        async (limit, names) => {
          const { enter, admitted } = setUp(limit);
          const calls = names.map((name) => enter(name));
          await settled();
          const open = calls.filter(({ seat }) => seat !== null);
          while (open.length > 0) {
            open.shift()?.seat?.leave();
            await settled();
            for (const call of calls) if (call.seat !== null && !open.includes(call)) open.push(call);
            if (admitted.length === names.length) break;
          }
          expect([...admitted].sort()).toEqual([...names].sort());
          const workspaces = admitted.map((name) => name.slice(0, 1));
          for (const workspace of new Set(workspaces)) {
            const places = workspaces.flatMap((other, index) => (other === workspace ? [index] : []));
            for (const [index, place] of places.slice(1).entries())
              expect(place - (places[index] ?? 0)).toBeLessThanOrEqual(
                new Set(workspaces).size * limit + limit,
              );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reports the calls ahead when a call begins to wait, and again while it waits", async () => {
    const { enter, tick } = setUp(1);
    const first = enter("w/a");
    const [second, third] = [enter("w/b"), enter("w/c")];
    await settled();
    expect([first.ahead, second.ahead, third.ahead]).toEqual([[], [0], [1]]);
    first.seat?.leave();
    tick();
    await settled();
    expect(third.ahead).toEqual([1, 0]);
  });

  it("lets a canceled call leave the line", async () => {
    const { enter, admitted } = setUp(1);
    const cancel = new AbortController();
    const first = enter("w/a");
    const canceled = enter("w/b", cancel.signal);
    enter("w/c");
    await settled();
    cancel.abort();
    first.seat?.leave();
    await settled();
    expect(canceled.refusal).toContain("Canceled");
    expect(admitted).toEqual(["w/a", "w/c"]);
  });

  it("refuses further calls when the line is full, with its length and limit", async () => {
    const { enter } = setUp(1);
    for (let count = 0; count <= MAX_WAITING_CALLS; count += 1) enter("w/a");
    const refused = enter("w/b");
    await settled();
    expect(refused.refusal).toBe("200 calls already wait for local/small, which takes 1 at once.");
  });

  it("refuses spare calls when the line is full of them, but no other call", async () => {
    const { enter } = setUp(1);
    const spare = (): Call => enter("w/a", new AbortController().signal, () => undefined);
    enter("w/a");
    for (let count = 0; count < MAX_WAITING_CALLS; count += 1) spare();
    const [light, answer] = [spare(), enter("w/b")];
    await settled();
    expect(light.refusal).toContain("200 calls already wait");
    expect([answer.refusal, answer.ahead]).toEqual([null, [0]]);
  });

  it("admits more calls when the limit is raised", async () => {
    const { enter, queue, admitted } = setUp(1);
    enter("w/a");
    enter("w/b");
    await settled();
    queue.setLimit(2);
    await settled();
    expect(admitted).toEqual(["w/a", "w/b"]);
  });
});
