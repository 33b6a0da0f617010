import type pg from "pg";

/** The texts of a row's columns, in the order of the statement. */
export type TextRow = readonly (string | null)[];

/** One statement on connections that are kept for it. */
export type KeptStatement = {
  /** Runs it. Errors: those of the driver; the connection is not used again. */
  run(values: readonly string[]): Promise<readonly TextRow[]>;
  /** Gives the connections back, so that the pool can end. Those of runs under way follow when they are done. */
  close(): void;
};

/**
 * Prepares a statement once for each connection and keeps as many connections as ever ran it side by side. A run costs half of what the pool's
 * `query` does: no connection is asked for, nothing is described that is known, and rows stay texts.
 */
export function keepStatement(pool: pg.Pool, name: string, text: string): KeptStatement {
  const free: pg.PoolClient[] = [];
  const prepared = new WeakSet<pg.PoolClient>();
  let isClosed = false;

  async function open(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    // A connection that breaks while nobody uses it: the next run opens another.
    client.on("error", (error) => {
      const at = free.indexOf(client);
      if (at === -1) return;
      free.splice(at, 1);
      client.release(error);
    });
    return client;
  }

  return {
    async run(values) {
      const client = free.pop() ?? (await open());
      try {
        const isKnown = prepared.has(client);
        prepared.add(client);
        const rows = await execute(client, { name, text: isKnown ? null : text, values });
        if (isClosed) client.release();
        else free.push(client);
        return rows;
      } catch (error) {
        client.release(error instanceof Error ? error : true);
        throw error;
      }
    },
    close() {
      isClosed = true;
      for (const client of free.splice(0)) client.release();
    },
  };
}

/** One run in the driver's own protocol for queries. `text` is given when this connection has not prepared the statement yet. */
async function execute(
  client: pg.PoolClient,
  statement: { readonly name: string; readonly text: string | null; readonly values: readonly string[] },
): Promise<readonly TextRow[]> {
  return await new Promise((resolve, reject) => {
    const rows: TextRow[] = [];
    const nothing = (): void => undefined;
    client.query({
      submit(connection: pg.Connection) {
        connection.stream.cork();
        if (statement.text !== null)
          connection.parse({ name: statement.name, text: statement.text, types: [] }, true);
        connection.bind({ statement: statement.name, values: [...statement.values] }, true);
        connection.execute(null, true);
        connection.sync();
        connection.stream.uncork();
      },
      handleDataRow: ({ fields }: { readonly fields: TextRow }) => void rows.push(fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(rows),
      handleRowDescription: nothing,
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
      handlePortalSuspended: nothing,
    });
  });
}
