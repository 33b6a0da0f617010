/** The result of one check of an installation. `fix` says what to do about a problem. */
export type Finding = {
  readonly what: string;
  readonly state: "ok" | "warn" | "failed";
  readonly detail: string;
  readonly fix?: string;
};
