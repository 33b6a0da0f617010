import { assertNever, GoaltraceError } from "@goaltrace/core";
import { roleIncludes } from "./roles.ts";
import type { Role } from "./roles.ts";

/** The access rule that every procedure and route declares in its metadata. */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "person" }
  | { readonly kind: "workspace"; readonly role: Role };

/** A signed-in person. */
export type Person = { readonly id: string; readonly name: string; readonly email: string };
/** A workspace with the member's role in it. */
export type Membership = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
};

export type AuthorizeRequest = {
  readonly access: Access;
  readonly person: Person | null;
  /** The slug in the request; undefined if missing. */
  readonly workspace: string | undefined;
  /** The person's current membership of that workspace, or undefined. */
  findMembership(personId: string, slug: string): Promise<Membership | undefined>;
};

export type Authorized = { readonly person: Person | null; readonly membership: Membership | null };

/**
 * Decides access for every procedure and route. Errors: NOT_SIGNED_IN without a session, NOT_FOUND for a workspace that the person is not
 * a member of (its existence is not revealed), NOT_ALLOWED when the role is too low.
 */
export async function authorize(request: AuthorizeRequest): Promise<Authorized> {
  const { access, person } = request;
  if (access.kind === "public") return { person, membership: null };
  if (person === null) throw notSignedIn();
  switch (access.kind) {
    case "person":
      return { person, membership: null };
    case "workspace": {
      const membership =
        request.workspace === undefined
          ? undefined
          : await request.findMembership(person.id, request.workspace);
      if (membership === undefined) throw workspaceNotFound();
      if (!roleIncludes(membership.role, access.role)) throw roleTooLow(membership, access.role);
      return { person, membership };
    }
    default:
      return assertNever(access);
  }
}

/** Returns the refusal of a request or stream without a session. */
export function notSignedIn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "You are not signed in.",
    fix: "Sign in and try again.",
  });
}

/** Returns the refusal for everyone who is not a member: it does not reveal whether the workspace exists. */
export function workspaceNotFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "Workspace not found.",
    fix: "Check the address, or ask an owner of the workspace to invite you.",
  });
}

/** Returns the refusal of a member whose role is too low. */
export function roleTooLow(membership: Pick<Membership, "name" | "role">, needed: Role): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `This requires the ${needed} role; your role in ${membership.name} is ${membership.role}.`,
    fix: `Ask an owner of ${membership.name} to do this or to change your role.`,
  });
}
