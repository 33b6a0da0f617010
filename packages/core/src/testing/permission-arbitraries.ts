import fc from "fast-check";
import type { Policy } from "../permissions/decide.ts";
import {
  type Effect,
  EFFECTS,
  PERMISSION_MODES,
  type PermissionCall,
  type PermissionRule,
  RULE_LAYERS,
} from "../permissions/rule.ts";

const TOOLS = ["write_file", "edit_file", "read_file", "fetch"];
const PATTERNS = [
  ...["", "src/**", "src/a.ts", "**", "infra", "*.md"],
  ...["https://example.com", "https://*.example.com"],
];
const PATHS = ["src/a.ts", "src/b/c.ts", "infra/x", "README.md", "."];
const ADDRESSES = ["https://example.com/", "https://docs.example.com/", "http://example.com/", "nowhere"];

const subject = fc.oneof(
  fc.record({ kind: fc.constant("path" as const), text: fc.constantFrom(...PATHS) }),
  fc.record({ kind: fc.constant("url" as const), text: fc.constantFrom(...ADDRESSES) }),
);

/** Calls that often match the rules of `arbitraryRule`, on up to three subjects. */
export const arbitraryCall: fc.Arbitrary<PermissionCall> = fc.record({
  tool: fc.constantFrom(...TOOLS),
  isHarmless: fc.boolean(),
  reachesOut: fc.boolean(),
  isProtected: fc.boolean(),
  subjects: fc.array(subject, { maxLength: 3 }),
});

/** Rules of any layer with one of these effects. */
export function arbitraryRule(effects: readonly Effect[]): fc.Arbitrary<PermissionRule> {
  return fc.record({
    id: fc.uuid(),
    layer: fc.constantFrom(...RULE_LAYERS),
    effect: fc.constantFrom(...effects),
    tool: fc.constantFrom(...TOOLS, "*", "write*"),
    pattern: fc.constantFrom(...PATTERNS),
  });
}

/** Policies of every mode with up to eight rules. */
export const arbitraryPolicy: fc.Arbitrary<Policy> = fc.record({
  mode: fc.constantFrom(...PERMISSION_MODES),
  rules: fc.array(arbitraryRule(EFFECTS), { maxLength: 8 }),
});
