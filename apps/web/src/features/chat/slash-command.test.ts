import { describe, expect, it } from "vitest";
import { readCommand } from "./slash-command.ts";

describe("readCommand", () => {
  it.each([
    ["/compact", ""],
    ["  /compact  ", ""],
    ["/compact focus on the failing test", "the failing test"],
    ["/Compact the failing test", "the failing test"],
    ["/compact focus on\nprices", "prices"],
    ["/compact 价格", "价格"],
  ])("reads %j as a compaction with the focus %j", (text, focus) => {
    expect(readCommand(text)).toEqual({ kind: "compact", focus });
  });

  it.each([
    ["/memory", ""],
    ["/memory currency of reports", "currency of reports"],
    ["/memory search 欧元", "欧元"],
  ])("reads %j as a search of memory for %j", (text, query) => {
    expect(readCommand(text)).toEqual({ kind: "memory", query });
  });

  it.each(["/memorybank", "compact this", "/compaction of tables", "say /compact", "/other", ""])(
    "treats %j as a message",
    (text) => {
      expect(readCommand(text)).toBeNull();
    },
  );
});
