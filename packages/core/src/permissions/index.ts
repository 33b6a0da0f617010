export { joinWords } from "./command-words.ts";
export { decide, decidingSubjects, type Policy, type RuleDecision } from "./decide.ts";
export { explain, type RuleFate } from "./explain.ts";
export { hiddenPaths } from "./hidden-paths.ts";
export { matchesUrl } from "./match-url.ts";
export { readProjectRules } from "./project-rules.ts";
export {
  type CommandSubject,
  type Effect,
  EFFECTS,
  PERMISSION_MODES,
  type PermissionCall,
  type PermissionMode,
  type PermissionRule,
  RULE_LAYERS,
  type RuleLayer,
  type Subject,
} from "./rule.ts";
export { formatTarget, parseTarget, type RuleTarget } from "./rule-text.ts";
export { suggestRules } from "./suggest-rules.ts";
export { whatIf } from "./what-if.ts";
