import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inCheckout } from "./checkout.mjs";
import { binaryRanks, tokenTable } from "./token-table.mjs";

const TOKENS = "tokens.bin";

/**
 * A plugin of esbuild that stores the tokens of the tokenizer as a table in `folder`, where the bundle finds it in a variable of this name: compiling the
 * list of 200,000 and filling a map with it would take a third of a short run.
 */
export const tokensAsTable = (folder) => ({
  name: "tokens-as-table",
  setup(build) {
    const resolveDir = inCheckout("packages", "core");
    build.onResolve({ filter: /^gpt-tokenizer\/encoding\/o200k_base$/ }, ({ path: module }) => ({
      path: module,
      namespace: "tokens",
    }));
    build.onLoad({ filter: /./, namespace: "tokens" }, async () => {
      const from = { resolveDir, kind: "import-statement" };
      const list = await build.resolve("gpt-tokenizer/bpeRanks/o200k_base", from);
      const { default: ranks } = await import(pathToFileURL(list.path).href);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, TOKENS), tokenTable(ranks));
      const binary = Object.entries(binaryRanks(ranks));
      const contents = `
        import { GptEncoding } from "gpt-tokenizer/GptEncoding";
        import { openTokenTable } from ${JSON.stringify(inCheckout("scripts/lib/token-table.mjs"))};
        const binary = [];
        binary.length = ${ranks.length};
        for (const [rank, bytes] of JSON.parse(${JSON.stringify(JSON.stringify(binary))})) binary[rank] = bytes;
        const encoding = GptEncoding.getEncodingApi("o200k_base", () => binary);
        encoding.bytePairEncodingCoreProcessor.bytePairStringRankEncoder = openTokenTable(
          require("node:fs").readFileSync(folder + "/${TOKENS}"),
        );
        export const { countTokens } = encoding;`;
      return { contents, resolveDir };
    });
  },
});
