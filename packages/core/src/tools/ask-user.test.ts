import { expect, it } from "vitest";
import { askUserTool } from "./ask-user.ts";

it("does not run: only the loop knows whether somebody can be asked, and waits for the answer", async () => {
  await expect(async () => askUserTool.run({ question: "Which one?" }, {} as never)).rejects.toThrow(
    "does not run",
  );
});
