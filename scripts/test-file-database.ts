import { randomBytes } from "node:crypto";
import { execute } from "./lib/own-database.mjs";

const { GOALTRACE_TEST_SERVER: server, GOALTRACE_TEST_TEMPLATE: template } = process.env;
if (server === undefined || template === undefined)
  throw new Error("There is no test server: run this file in the integration project.");

// Each file owns its database, so files can run concurrently and in any order. All databases are dropped at the end.
const name = `${template}_${randomBytes(6).toString("hex")}`;
await execute(server, `create database "${name}" template "${template}"`);
const url = new URL(server);
url.pathname = `/${name}`;
process.env.DATABASE_URL = url.toString();
