import { expect, it } from "vitest";
import { createImportPlaces } from "./import-places.ts";

it("keeps a place for other workspaces, and gives a place back after a failure too", async () => {
  const inPlace = createImportPlaces({ total: 3, perWorkspace: 2 });
  let fail: (reason: Error) => void = () => undefined;
  const held = new Promise<string>((_resolve, reject) => (fail = reject));
  const never = async (): Promise<string> => await new Promise(() => undefined);
  const failing = inPlace("a", async () => await held);
  void inPlace("a", never);
  await expect(inPlace("a", never)).rejects.toThrow("Too many imports");
  void inPlace("b", never);
  await expect(inPlace("c", never)).rejects.toThrow("Too many imports");
  fail(new Error("no such file"));
  await expect(failing).rejects.toThrow("no such file");
  await expect(inPlace("c", async () => await Promise.resolve("stored"))).resolves.toBe("stored");
});
