import { expect, it } from "vitest";
import { deciderOfWait } from "./decider-of-wait.ts";

const decided = (personName: string, decidedAt: number) => ({ decision: { personName, decidedAt } });

it("names the person whose decision ended the wait", () => {
  const runs = [decided("Bob", 90_000), { decision: null }, decided("Mira", 20_400)];
  expect(deciderOfWait({ from: 10_000, to: 20_000 }, runs)).toBe("Mira");
  expect(deciderOfWait({ from: 70_000, to: 90_000 }, runs)).toBe("Bob");
});

it("names nobody for an earlier wait of a sub-agent that asked again", () => {
  const twice = [decided("Bob", 90_000)];
  expect(deciderOfWait({ from: 10_000, to: 20_000 }, twice)).toBeNull();
  expect(deciderOfWait({ from: 70_000, to: 90_000 }, twice)).toBe("Bob");
});

it("names nobody for a wait that began just after a decision", () => {
  expect(deciderOfWait({ from: 20_100, to: 21_000 }, [decided("Mira", 20_000)])).toBeNull();
});
