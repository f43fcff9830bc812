import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { getSignUpPasswordRefusal, getUsernameRefusal } from "#src/company/accounts/accounts.rules.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { writeAudit } from "./platform/audit-trail/audit.commands.ts";
import { newId, systemClock } from "./platform/runtime/clock.ts";
import { prepareDataDir } from "./platform/runtime/data-dir.ts";
import { anonymous } from "./platform/db/row-security.ts";
import { openDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { provisionDatabase } from "./platform/db/provision.ts";
import type { Provisioned } from "./platform/db/provision.ts";
import type { Tx } from "./platform/db/row-security.ts";
import { readServerEnvironment } from "./platform/runtime/environment.ts";
import type { ServerEnvironment } from "./platform/runtime/environment.ts";
import { openLog } from "./platform/runtime/logging.ts";
import { hashPassword } from "./platform/runtime/passwords.ts";

// `node server/admin.ts add-site-admin USERNAME`: creates a site administrator, which no call can do. The password is the first line of standard input:
// an argument would show in the list of processes and in the shell's history.

const usage = "usage: node server/admin.ts add-site-admin USERNAME   (the password is read from standard input)";

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** Returns the first line of standard input, without its end; empty if there is none. At a terminal it prompts, without echo. */
async function readPassword(username: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(`Password of ${username}: `);
  const unseen = new Writable({ write: (_part, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: isTerminal });
  // A terminal in raw mode delivers Ctrl+C as a character.
  lines.once("SIGINT", () => fail(""));
  const { value, done } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (isTerminal) process.stderr.write("\n");
  return done === true ? "" : value;
}

/**
 * Opens the environment's database; the embedded one is started for this alone.
 * @throws Error of one line if a server is running on it
 */
async function openOwn(environment: ServerEnvironment): Promise<Provisioned> {
  if (environment.DATABASE_URL === undefined) await prepareDataDir(environment.DATA_DIR);
  try {
    return await provisionDatabase(environment, openLog("silent"), fail);
  } catch (error) {
    if (!(error instanceof Error && / is in use by process \d+$/.test(error.message))) throw error;
    throw new Error(`${error.message}: stop the server first`, { cause: error });
  }
}

/** Creates the account, with its row in the log. Of two that want one username at once, the second waits for the first and then is refused. */
async function addSiteAdmin(tx: Tx, username: string, passwordHash: string, now: Date): Promise<RefusalName | null> {
  const userUuid = newId();
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("app_user")
    .values({ user_uuid: userUuid, username, password_hash: passwordHash, role: "siteAdmin", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return "accounts.usernameTaken";
  // The actor is unknown: anybody who can run programs here.
  const by = { providerUuid: null, retailerUuid: null, userUuid: null, username: "" };
  const context = { actor: null, now, address: "" };
  const person = { account: username };
  await writeAudit(tx, context, { action: "accounts.add-site-admin", subjectType: "user", subjectUuid: userUuid, by, person });
  return null;
}

/** @returns what is wrong, or null once the account exists */
async function add(environment: ServerEnvironment, username: string, password: string): Promise<RefusalName | null> {
  const refusal = getSignUpPasswordRefusal(password, username);
  if (refusal !== null) return refusal;
  const passwordHash = await hashPassword(password);
  const own = await openOwn(environment);
  try {
    // As a start does: this may be the first use of the database.
    await migrate(own.ownerUrl, () => undefined);
    const database = openDatabase(own.appUrl, { connections: 1 });
    try {
      return await database.transaction(anonymous, (tx) => addSiteAdmin(tx, username, passwordHash, systemClock.now()));
    } finally {
      await database.close();
    }
  } finally {
    await own.stop();
  }
}

const [command, username, ...more] = process.argv.slice(2);
if (command !== "add-site-admin" || username === undefined || more.length > 0) fail(usage);
try {
  const environment = readServerEnvironment();
  const refusal = getUsernameRefusal(username) ?? (await add(environment, username, await readPassword(username)));
  if (refusal !== null) fail(`${username}: ${codes[refusal].en_us}`);
  // Names the database: without its variables a shell would create another beside the intended one.
  const where = environment.DATABASE_URL === undefined ? resolve(environment.DATA_DIR) : "DATABASE_URL";
  process.stdout.write(`${username} is a site administrator now, in the database of ${where}\n`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
