import { expect, it } from "vitest";
import { createLogTail } from "./log-tail.ts";

it("keeps the end of a log, whatever the pieces, and masks what was written in pieces", () => {
  const log = createLogTail(50, (text) => text.replaceAll("key-0123456789", "[mask]"));
  for (let line = 0; line < 500; line += 1) {
    log.push("uses key-01");
    log.push("23456789\n");
    // A cut of the log never leaves a part of the key.
    expect(log.text()).toBe("uses [mask]\n".repeat(line + 1).slice(-50));
  }
});
