#!/usr/bin/env node
// Replaces Prisma's native schema engine, which is a download: speaks the same JSON-RPC on stdio through the WebAssembly engine and a
// driver adapter. Started by scripts/prisma.mjs; needs DATABASE_URL.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { parse } from "pg-connection-string";

const require = createRequire(import.meta.url);
/** Ids of PostgreSQL types that the adapter rejects, and the types to read them as. */
const READ_AS = { 18: 25, 1002: 1009, 1003: 1009 };
/** The catalog's "char" type, which the engine expects as a character although it is read as text. */
const CATALOG_CHAR = 18;
const ENGINE_ERROR = 4466;
const TERMINATED_BY_ADMINISTRATOR = "57P01";
/** Methods that read the schema of the existing migrations from a cache that only devDiagnostic fills. */
const NEEDS_DIAGNOSTIC = ["evaluateDataLoss", "createMigration"];

const engineArguments = process.argv.slice(2);
const debugging = Boolean(process.env.DEBUG);
const datasource = JSON.parse(optionsNamed("--datasource")[0] ?? "{}");
const url = datasource.url ?? process.env.DATABASE_URL;
let lastPanic;
let pendingId;

if (!url) fail("P1001", "DATABASE_URL is not set");
if (engineArguments.includes("cli"))
  await runEngineCommand(engineArguments[engineArguments.indexOf("cli") + 1]);
else await serve();

/** The engine's command line: `schema-engine cli create-database | drop-database | can-connect-to-database`. */
async function runEngineCommand(command) {
  const name = parse(url).database ?? "postgres";
  try {
    if (command === "create-database") await administer(`create database ${pg.escapeIdentifier(name)}`);
    else if (command === "drop-database") await administer(dropDatabase(name));
    else await query(parse(url), "select 1");
    process.exit(0);
  } catch (error) {
    fail(error.code === "3D000" ? "P1003" : "P1001", error.message);
  }
}

async function serve() {
  process.on("uncaughtException", reportCrash);
  const engine = await startEngine();
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    if (line.trim()) await handleRequest(engine, JSON.parse(line));
  }
  process.exit(0);
}

async function handleRequest(engine, request) {
  if (request.method === undefined) return;
  pendingId = request.id;
  try {
    const method = engine[request.method];
    if (!method) throw new Error(`the WebAssembly engine has no method ${request.method}`);
    const { migrationsList, filters } = request.params ?? {};
    if (NEEDS_DIAGNOSTIC.includes(request.method)) await engine.devDiagnostic({ migrationsList, filters });
    const result = await method.call(engine, request.params ?? {});
    send({ id: request.id, result: printDiff(request.method, result) ?? null });
  } catch (error) {
    if (debugging) process.stderr.write(`${error.stack}\n`);
    sendError(request.id, "An error happened. Check the data field for details.", error);
  }
}

/** Prints a diff through the command line like the native engine; the WebAssembly engine only returns the text. */
function printDiff(method, result) {
  if (method !== "diff" || result?.stdout == null) return result;
  send({ id: 900001, method: "print", params: { content: result.stdout } });
  return { exitCode: result.exitCode, stdout: null };
}

async function startEngine() {
  const entry = "@prisma/schema-engine-wasm/schema_engine_bg";
  const folder = path.dirname(require.resolve(entry));
  const glue = await import(entry);
  const binary = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message) {
      lastPanic = message;
    },
  };
  const files = optionsNamed("--datamodels").map((file) => [file, readFileSync(file, "utf8")]);
  const log = (message) => debugging && process.stderr.write(`${message}\n`);
  const options = { datamodels: files.length > 0 ? files : undefined };
  return glue.SchemaEngine.new(options, log, bindMigrationAwareSqlAdapterFactory(adapterFactory()));
}

/** Creates the driver adapter with two fixes: catalog characters, and a separate shadow database. */
function adapterFactory() {
  const lastCharacterColumns = readCatalogCharacters();
  // With a connection string the adapter would use the main database as shadow database, so discrete fields are passed.
  const factory = new PrismaPg(parse(url));
  const connect = factory.connect.bind(factory);
  factory.connect = async () => restoreCharacters(await connect(), lastCharacterColumns);
  // The adapter drops its own shadow database without force and fails on its idle session.
  factory.connectToShadowDb = async () => {
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    await administer(`create database ${pg.escapeIdentifier(name)}`);
    const shadow = await new PrismaPg({ ...parse(url), database: name }).connect();
    const adapter = restoreCharacters(shadow, lastCharacterColumns);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await administer(dropDatabase(name));
    };
    return adapter;
  };
  return factory;
}

/** Makes the driver report rejected types as readable ones; returns a function that lists the character columns of the last result. */
function readCatalogCharacters() {
  const { prototype } = require("pg/lib/result");
  const addFields = prototype.addFields;
  let columns = [];
  prototype.addFields = function addReadableFields(fields) {
    columns = fields.flatMap((field, index) => (field.dataTypeID === CATALOG_CHAR ? [index] : []));
    for (const field of fields) field.dataTypeID = READ_AS[field.dataTypeID] ?? field.dataTypeID;
    return addFields.call(this, fields);
  };
  return () => columns;
}

function restoreCharacters(adapter, lastCharacterColumns) {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    for (const index of lastCharacterColumns()) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return adapter;
}

function administer(sql) {
  return query({ ...parse(url), database: "postgres" }, sql);
}

async function query(connection, sql) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
}

function dropDatabase(name) {
  return `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
}

function optionsNamed(name) {
  return engineArguments.flatMap((argument, index) =>
    argument === name ? [engineArguments[index + 1]] : [],
  );
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function sendError(id, message, error) {
  const data = {
    is_panic: false,
    message: String(error?.message ?? error),
    meta: error?.meta ?? null,
    error_code: error?.code ?? error?.error_code ?? null,
  };
  send({ id, error: { code: ENGINE_ERROR, message, data } });
}

function reportCrash(error) {
  // Dropping the shadow database terminates its sessions, which is not a crash.
  if (error.code === TERMINATED_BY_ADMINISTRATOR) return;
  if (pendingId !== undefined) sendError(pendingId, "crash", { message: lastPanic ?? error.stack });
  process.exitCode = 1;
  process.stdin.destroy();
}

function fail(code, message) {
  const fields = { error_code: code, message };
  process.stderr.write(`\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields })}\n`);
  process.exit(1);
}
