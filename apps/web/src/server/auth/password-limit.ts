import type { SignInAttempts } from "@goaltrace/db";
import { addressGroup, PEER_HEADER } from "../http/peer-address.ts";

/** One attempt at a password, counted before it is checked so that concurrent guesses count too. */
export type PasswordAttempt = {
  /** Milliseconds until the next attempt is allowed; null when this one is. */
  readonly retryAfterMs: number | null;
  /** The password was right: wrong ones before it are forgotten. */
  succeed(): Promise<void>;
  /** The attempt did not reach the password, so it does not count. */
  withdraw(): Promise<void>;
};

export type PasswordLimit = {
  /** Counts an attempt at the password of `account` from the request's network address. */
  begin(account: string, headers: Headers): Promise<PasswordAttempt>;
};

/** All accounts from one address: people mistype a few times, programs need thousands. */
const PER_ADDRESS = { max: 8, windowMs: 60_000 };
/** One account from one address. No count is shared between addresses, so no one can lock another person out from elsewhere. */
const PER_ACCOUNT = { max: 20, windowMs: 600_000 };

/** Limits wrong passwords by account and address, counted in the database for all web processes. */
export function createPasswordLimit(attempts: SignInAttempts): PasswordLimit {
  return {
    async begin(account, headers) {
      const address = addressGroup(headers.get(PEER_HEADER) ?? "");
      const keys = [
        { key: `address ${address}`, ...PER_ADDRESS },
        { key: `${account} from ${address}`, ...PER_ACCOUNT },
      ];
      const counted = await Promise.all(
        keys.map(async ({ key, max, windowMs }) => {
          const { count, resetMs } = await attempts.count(key, windowMs);
          return count > max ? resetMs : null;
        }),
      );
      const waits = counted.filter((wait) => wait !== null);
      const withdraw = async (): Promise<void> => {
        await Promise.all(keys.map(async ({ key }) => attempts.uncount(key)));
      };
      if (waits.length > 0) await withdraw();
      return {
        retryAfterMs: waits.length === 0 ? null : Math.max(...waits),
        succeed: async () => {
          await attempts.uncount(`address ${address}`);
          await attempts.clear(`${account} from ${address}`);
        },
        withdraw,
      };
    },
  };
}
