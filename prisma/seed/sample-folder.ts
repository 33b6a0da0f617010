import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export type SampleFolder = { readonly path: string; remove(): Promise<void> };

const EXAMPLE = fileURLToPath(new URL("../../examples/orders-service", import.meta.url));
const REGIONS = 24;

/** Creates a copy of the example project with more content, which stories may change. */
export async function makeSampleFolder(): Promise<SampleFolder> {
  const parent = await mkdtemp(path.join(tmpdir(), "goaltrace-seed-"));
  const folder = path.join(parent, "orders-service");
  await cp(EXAMPLE, folder, { recursive: true });
  await mkdir(path.join(folder, "regions"));
  await mkdir(path.join(folder, "logs"));
  for (let region = 1; region <= REGIONS; region += 1) {
    const name = `region-${String(region).padStart(2, "0")}.csv`;
    // Three regions are missing, so that a fan-out over all of them has three failures.
    if ([7, 15, 22].includes(region)) continue;
    await writeFile(
      path.join(folder, "regions", name),
      `id,amount\n1,${region * 11}.50\n2,${region * 7}.25\n`,
    );
  }
  const lines = Array.from(
    { length: 400 },
    (_, index) =>
      `2026-03-01T02:${String(index % 60).padStart(2, "0")}:00Z nightly step ${index} ${index % 57 === 0 ? "ERROR total differs by 0.10" : "ok"}`,
  );
  await writeFile(path.join(folder, "logs", "nightly.log"), `${lines.join("\n")}\n`);
  await writeFile(
    path.join(folder, "src", "totals.ts"),
    'import { discounted, type Order } from "./orders.ts";\n\n/** The nightly total in euros. */\nexport function nightlyTotal(orders: readonly Order[]): number {\n  return orders.reduce((sum, order) => sum + Math.round(discounted(order)), 0);\n}\n',
  );
  return { path: folder, remove: async () => await rm(parent, { recursive: true, force: true }) };
}
