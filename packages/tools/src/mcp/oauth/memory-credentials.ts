import { NO_RECORD, type OAuthCredentials, type OAuthRecord } from "./oauth-record.ts";

/** Credentials that live as long as this process. */
export function createMemoryCredentials(initial: OAuthRecord = NO_RECORD): OAuthCredentials {
  let record = initial;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: async () => record,
    update: async (change) => {
      record = change(record);
    },
    exclusively: async (act) => {
      const mine = last.then(act, act);
      last = mine.catch(() => undefined);
      return await mine;
    },
  };
}
