import type { World } from "./world.ts";

/** Saves the model `mock/priced` at this address. All its tokens cost `price` dollars per million. */
export async function savePricedModel(
  { database, scope }: Pick<World, "database" | "scope">,
  baseUrl: string,
  price: number,
): Promise<void> {
  await database.models.save(
    { workspaceId: scope.workspaceId },
    {
      ...{ id: "priced", reference: "mock/priced", label: "Priced", provider: "mock", model: "priced" },
      ...{ baseUrl, encryptedKey: null, keyHint: null, contextWindow: 128_000, maxCalls: null },
      ...{ clearAbove: null, summariseAbove: null },
      ...{ price: { input: price, cachedInput: price, output: price } },
    },
  );
}
