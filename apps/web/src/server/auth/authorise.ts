import { assertNever, GoaltraceError } from "@goaltrace/core";
import { roleIncludes } from "./roles.ts";
import type { Role } from "./roles.ts";

/** Who may call a procedure or a route. Every one of them says so in its metadata. */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "person" }
  | { readonly kind: "workspace"; readonly role: Role };

/** A signed-in person. */
export type Person = { readonly id: string; readonly name: string; readonly email: string };
/** A workspace as its member sees it. */
export type Membership = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
};

export type AuthoriseRequest = {
  readonly access: Access;
  readonly person: Person | null;
  /** The slug the caller named; undefined when it named none. */
  readonly workspace: string | undefined;
  /** The person's membership of that workspace as it is now, undefined for none. */
  membershipOf(personId: string, slug: string): Promise<Membership | undefined>;
};

export type Authorised = { readonly person: Person | null; readonly membership: Membership | null };

/**
 * The one place where access is decided. Errors: NOT_SIGNED_IN without a session, NOT_FOUND for a workspace that is not the
 * person's own (whether it exists is nobody else's business), NOT_ALLOWED when the role is too low.
 */
export async function authorise(request: AuthoriseRequest): Promise<Authorised> {
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
          : await request.membershipOf(person.id, request.workspace);
      if (membership === undefined) throw workspaceNotFound();
      if (!roleIncludes(membership.role, access.role)) throw roleTooLow(membership, access.role);
      return { person, membership };
    }
    default:
      return assertNever(access);
  }
}

function notSignedIn(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "Nobody is signed in.",
    fix: "Sign in and try again.",
  });
}

function workspaceNotFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "There is no such workspace among yours.",
    fix: "Check the address, or ask an owner of the workspace to add you.",
  });
}

function roleTooLow(membership: Membership, needed: Role): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `This needs the role ${needed}; yours in ${membership.name} is ${membership.role}.`,
    fix: `Ask an owner of ${membership.name} to do it or to change your role.`,
  });
}
