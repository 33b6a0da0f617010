import { describe, expect, it } from "vitest";
import { createReaders } from "./readers.ts";

describe("readers", () => {
  it("gives a line to the newest read, and the next line to the read before it", async () => {
    const readers = createReaders(() => undefined);
    const message = readers.add("");
    const answer = readers.add("Answer: ");
    expect(readers.question()).toBe("Answer: ");
    readers.give("yes");
    expect(await answer).toBe("yes");
    expect(readers.question()).toBe("");
    readers.give("hello");
    expect(await message).toBe("hello");
    expect(readers.question()).toBeNull();
  });

  it("keeps an early line for a message, never for a question", async () => {
    const readers = createReaders(() => undefined);
    readers.give("hello");
    const question = readers.add("Delete everything? ");
    expect(readers.question()).toBe("Delete everything? ");
    readers.give("no");
    expect(await question).toBe("no");
    expect(await readers.add("")).toBe("hello");
  });

  it("withdraws a read, and ends all of them", async () => {
    const readers = createReaders(() => undefined);
    const message = readers.add("");
    const withdrawn = new AbortController();
    const question = readers.add("Answer: ", withdrawn.signal);
    withdrawn.abort();
    await expect(question).rejects.toThrow("withdrawn");
    expect(readers.question()).toBe("");
    readers.end();
    expect(await message).toBeNull();
    expect(await readers.add("")).toBeNull();
    await expect(createReaders(() => undefined).add("", withdrawn.signal)).rejects.toThrow("withdrawn");
  });
});
