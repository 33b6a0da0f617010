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

/**
 * The promises of trace, blob and signal stores, as tests. Cases use fresh workspaces and name the trace they claim, so that they can
 * share a database with anything else. A workspace may have to exist there: `makeScope` makes one, by default only its ids.
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
