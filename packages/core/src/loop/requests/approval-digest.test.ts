import { expect, it } from "vitest";
import { createPortableHash } from "../../adapters/system/sha256.ts";
import { approvalDigest } from "./approval-digest.ts";

const hash = createPortableHash();
const CALL = {
  ...{ traceId: "t1", folder: "/work", step: 3, toolCallId: "c1", tool: "write_file" },
  ...{ definitionDigest: "d1", argumentsDigest: "a1" },
};

it.each([
  { traceId: "t2" },
  { folder: "/other" },
  { folder: null },
  { step: 4 },
  { toolCallId: "c2" },
  { tool: "edit_file" },
  { definitionDigest: "d2" },
  { argumentsDigest: "a2" },
])("differs for a different call: %o", (change) => {
  expect(approvalDigest({ ...CALL, ...change }, hash)).not.toBe(approvalDigest(CALL, hash));
});

it("equals the digest in stored approvals", () => {
  expect(approvalDigest(CALL, hash)).toMatchInlineSnapshot(
    `"5636d843260d5d72b7cd304b6c70d2376ae569b9b0473f16445011b6216a337c"`,
  );
});
