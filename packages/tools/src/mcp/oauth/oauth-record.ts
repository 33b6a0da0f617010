import { z } from "zod";

const CLIENT = z.looseObject({ client_id: z.string() });
const TOKENS = z.looseObject({ access_token: z.string(), token_type: z.string() });

const RECORD = z.object({
  /** The registration of this program at each authorization server, by issuer. */
  clients: z.record(z.string(), CLIENT).default({}),
  /** Tokens by the issuer that gave them. */
  tokens: z.record(z.string(), TOKENS).default({}),
  /** The issuer of the newest tokens; null for none. */
  issuer: z.string().nullable().default(null),
  /** The demands of the server when it last refused a request; null since the last sign-in. */
  challenge: z
    .object({ scope: z.string().nullable(), resourceMetadataUrl: z.string().nullable() })
    .nullable()
    .default(null),
  /** The sign-in that waits for a person's return. `startedAt` in milliseconds since the epoch. */
  pending: z
    .object({ state: z.string(), verifier: z.string(), discovery: z.unknown(), startedAt: z.number() })
    .nullable()
    .default(null),
});

/** Everything that is kept about the authorization of one server. All of it is secret. */
export type OAuthRecord = z.output<typeof RECORD>;

/** A server that no one has signed in to. */
export const NO_RECORD: OAuthRecord = RECORD.parse({});

/** Reads a stored record; an empty one for anything else, so that a person can sign in again. */
export function readOAuthRecord(json: unknown): OAuthRecord {
  return RECORD.safeParse(json).data ?? NO_RECORD;
}

/** Where the authorization of a server is kept. Several processes may share it. */
export type OAuthCredentials = {
  read(this: void): Promise<OAuthRecord>;
  /** Applies a change to the newest record and stores the result. `change` may be called again when another process was faster. */
  update(this: void, change: (record: OAuthRecord) => OAuthRecord): Promise<void>;
  /** Calls `act` while no other process does, so that a token is refreshed once. */
  exclusively<Result>(this: void, act: () => Promise<Result>): Promise<Result>;
};

/** Whether a person has signed in to a server, and whether one must. */
export type SignInState = "none" | "needed" | "signed_in";

/** Returns the state of a record. */
export function signInState({ challenge, issuer }: OAuthRecord): SignInState {
  if (challenge !== null) return "needed";
  return issuer === null ? "none" : "signed_in";
}

/** Returns the newest tokens; undefined without any. */
export function currentTokens({ tokens, issuer }: OAuthRecord): OAuthRecord["tokens"][string] | undefined {
  return issuer === null ? undefined : tokens[issuer];
}
