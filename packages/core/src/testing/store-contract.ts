import { afterAll, beforeAll, describe } from "vitest";
import type { Scope } from "../ports/scope.ts";
import { describeAppends } from "./append-contract.ts";
import { describeBlobs } from "./blob-contract.ts";
import { describeContinuation } from "./continuation-contract.ts";
import { contractCases, ids, type StoresUnderTest } from "./contract-cases.ts";
import { describeFolders } from "./folder-contract.ts";
import { describeHeads } from "./head-contract.ts";
import { describeLeases } from "./lease-contract.ts";
import { describeLists } from "./list-contract.ts";
import { describeOutlines } from "./outline-contract.ts";
import { describePartials } from "./partial-contract.ts";
import { describeRunLaws } from "./run-laws.ts";
import { describeSignals } from "./signal-contract.ts";
import { describeSignalLaws } from "./signal-laws.ts";
import { describeTenancy } from "./tenancy-contract.ts";
import { describeTurns } from "./turn-contract.ts";

/**
 * Tests the contract of trace, blob and signal stores. Cases use new workspaces and claim by trace id, so that they can share a database.
 * `makeScope` creates the workspace where it must exist; by default it only creates ids.
 */
export function describeTraceStoreContract(
  name: string,
  makeStores: () => Promise<StoresUnderTest>,
  makeScope: (stores: StoresUnderTest) => Promise<Scope> = async () => ({
    workspaceId: ids.next(),
    personId: ids.next(),
  }),
): void {
  describe(`${name}: store contract`, () => {
    let stores: StoresUnderTest;
    beforeAll(async () => {
      stores = await makeStores();
    });
    afterAll(async () => {
      await stores.close();
    });
    const cases = contractCases(
      () => stores,
      () => makeScope(stores),
    );
    describeAppends(cases);
    describeLeases(cases);
    describeTurns(cases);
    describeLists(cases);
    describeTenancy(cases);
    describeContinuation(cases);
    describeOutlines(cases);
    describeFolders(cases);
    describeBlobs(cases);
    describeSignals(cases);
    describeSignalLaws(cases);
    describeRunLaws(cases);
    describeHeads(cases);
    describePartials(cases);
  });
}
