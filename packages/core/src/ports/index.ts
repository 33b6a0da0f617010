export type { AddressEffect } from "./address-effect.ts";
export type { Blob, BlobStore } from "./blob-store.ts";
export type { Amounts, BudgetStore, ReservationRequest, SharedReservation } from "./budget-store.ts";
export type { CallQuota, CallSender, UsedUpQuota } from "./call-quota.ts";
export type { Clock, Hash, Ids } from "./clock.ts";
export type {
  Experience,
  ExperienceArm,
  ExperienceAudience,
  ExperienceEvidence,
  ExperienceFields,
  ExperienceSource,
  ExperienceState,
  ExperienceStore,
  ExperienceUse,
  NewExperience,
  RunJudgment,
  Trials,
} from "./experience-store.ts";
export type { FileVersions } from "./file-versions.ts";
export type { OpenedWorktree, StoredContent, WorktreeFile, WorktreeMerge, Worktrees } from "./worktrees.ts";
export type { HttpRequest, HttpResponse, HttpTransport } from "./http-transport.ts";
export type { Jobs } from "./jobs.ts";
export type { LiveFeed, LiveNotice, PartialCall } from "./live-feed.ts";
export type { Logger } from "./logger.ts";
export type { EndpointAdmission, EndpointCaller, LearnedWindow, ModelDirectory } from "./model-client.ts";
export type { MemoryVectorStore, NearMemory } from "./memory-vector-store.ts";
export type { MemorySearchStore, TermSearch } from "./memory-search-store.ts";
export type {
  MemoryAudience,
  MemoryEntry,
  MemoryFields,
  MemorySource,
  MemoryState,
  MemoryStore,
  MemoryType,
  MemoryVersion,
  NewMemory,
  SavedMemory,
} from "./memory-store.ts";
export type { ProfileFile, ProfileKey, ProfileStore, ProfileText, ProfileUses } from "./profile-store.ts";
export type { RunProfile } from "./run-profile.ts";
export type { Redactor } from "./redactor.ts";
export type {
  ContextSource,
  MemoryCheck,
  MemoryIndexSource,
  PendingExperiences,
  PendingRecall,
  RecalledEntries,
  RunEnvironments,
} from "./run-environment.ts";
export type { BackgroundProcess, ProcessEnd } from "./run-processes.ts";
export type { CallSecrets, RunSecrets, SecretDestination, SecretRequest } from "./run-secrets.ts";
export type { RefusedSkill, RunSkills, Skill, SkillFile, SkillFileText, SkillLayer } from "./run-skills.ts";
export type {
  NewSkillFile,
  ProposalReason,
  SkillChange,
  SkillProposal,
  SkillStore,
  SkillUsage,
  SkillVersion,
  StoredSkill,
  WrittenSkill,
} from "./skill-store.ts";
export type { Scope } from "./scope.ts";
export type { Stall, StallWatch } from "./stall-watch.ts";
export type { Tokenizer } from "./tokenizer.ts";
export type { TraceSearchStore } from "./trace-search.ts";
export type {
  AppendBatch,
  Claimed,
  Lease,
  Page,
  PreviousHolder,
  SignalStore,
  TraceStore,
} from "./trace-store.ts";
export { isStopChoice } from "./question.ts";
