import { GoaltraceError } from "@goaltrace/core";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import type { Prisma } from "../generated/client.ts";
import type { PrismaClient } from "../client.ts";
import { errorCode } from "../outage.ts";
import { modeColumns, type WorkspaceStore } from "../stores/workspaces.ts";

/** A person who signs in with a password. `passwordHash` is in better-auth's format; the caller generates the ids. */
export type NewAccount = {
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
};

export type Person = { readonly id: string; readonly name: string; readonly email: string };

export interface AccountStore {
  /** Returns true while no account exists. */
  isEmpty(): Promise<boolean>;
  /** Errors: CONFLICT when the address already has an account. */
  create(account: NewAccount): Promise<void>;
  /**
   * Creates the first account and its workspace in one transaction. Errors: CONFLICT when any account exists; of two concurrent calls, one
   * wins.
   */
  createOwner(account: NewAccount, workspace: Parameters<WorkspaceStore["create"]>[0]): Promise<void>;
  findByEmail(email: string): Promise<Person | undefined>;
  rename(personId: string, name: string): Promise<void>;
}

const PRISMA_UNIQUE_VIOLATION = "P2002";

const select = { id: true, name: true, email: true } as const;

/** Accounts in PostgreSQL. Addresses are stored in lower case. */
export function createAccountStore(prisma: PrismaClient): AccountStore {
  return {
    async isEmpty() {
      return (await prisma.user.findFirst({ select: { id: true } })) === null;
    },
    async create(account) {
      try {
        await prisma.user.create({ data: toUserInput(account) });
      } catch (error) {
        throw errorCode(error) === PRISMA_UNIQUE_VIOLATION
          ? conflict("This address already has an account.", "Sign in with it.")
          : error;
      }
    },
    async createOwner(account, { mode, ...workspace }) {
      await prisma.$transaction(async (client) => {
        // Concurrent first accounts wait for each other.
        await client.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstOwner})`;
        if ((await client.user.findFirst({ select: { id: true } })) !== null) {
          throw conflict(
            "This installation already has an owner.",
            "Sign in, or ask the owner for an account.",
          );
        }
        await client.user.create({ data: toUserInput(account) });
        await client.workspace.create({
          data: {
            ...workspace,
            ...modeColumns(mode),
            members: { create: { userId: account.personId, role: "owner" } },
          },
        });
      });
    },
    async findByEmail(email) {
      return (await prisma.user.findUnique({ where: { email: email.toLowerCase() }, select })) ?? undefined;
    },
    async rename(personId, name) {
      await prisma.user.update({ where: { id: personId }, data: { name } });
    },
  };
}

/** Returns the insert data of a new account with its password. */
export function toUserInput(account: NewAccount): Prisma.UserCreateInput {
  return {
    id: account.personId,
    name: account.name,
    email: account.email.toLowerCase(),
    accounts: {
      create: {
        id: account.accountId,
        accountId: account.personId,
        providerId: "credential",
        password: account.passwordHash,
      },
    },
  };
}

function conflict(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFLICT", message, fix });
}
