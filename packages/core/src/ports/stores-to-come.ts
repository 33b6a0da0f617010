import type { Scope } from "./scope.ts";

/** Seams for memories, profiles, experiences and skills: today each is empty for every scope, and the context leaves its place out. */
export interface MemoryStore {
  index(scope: Scope): Promise<readonly string[]>;
}
export interface ProfileStore {
  read(scope: Scope, file: "soul" | "user" | "memory" | "daily"): Promise<string>;
}
export interface ExperienceStore {
  best(scope: Scope, limit: number): Promise<readonly string[]>;
}
export interface SkillStore {
  list(scope: Scope): Promise<readonly { readonly name: string; readonly description: string }[]>;
}
