import { expect, it } from "vitest";
import type { WaitingFor } from "./trace.ts";
import { ultimateWait } from "./ultimate-wait.ts";

const waiting = (waitingFor: WaitingFor) => ({ status: "waiting", waitingFor }) as const;

it("names the reason of the deepest waits, a person first", () => {
  expect(ultimateWait([waiting("children"), waiting("children"), waiting("approval")])).toBe("approval");
  expect(ultimateWait([waiting("folder"), waiting("question"), waiting("children")])).toBe("question");
  expect(ultimateWait([waiting("pause"), waiting("worker")])).toBe("pause");
});

it("names none where no run waits for anything but others", () => {
  expect(ultimateWait([waiting("children"), { status: "completed", waitingFor: null }])).toBeNull();
  expect(ultimateWait([{ status: "running", waitingFor: "approval" }])).toBeNull();
  expect(ultimateWait([])).toBeNull();
});
