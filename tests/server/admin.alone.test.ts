import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { listSites } from "#src/company/sites/sites.contract.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { auditRows, signInAs } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { signInAt } from "./people-process.ts";
import { makeDataDir, removeDataDir, startProcess } from "./process.ts";

const admin = join(import.meta.dirname, "../../server/admin.ts");
const password = "Right-Harbour-7";

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The compile cache is not a setting: it saves a quarter of a second per start. */
const usual = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };

/** Runs `node server/admin.ts` with only these variables. */
async function run(args: readonly string[], input: string, variables: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, [admin, ...args], { cwd: tmpdir(), env: { ...usual, ...variables } });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => (out += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (err += part));
  // It may end without reading its input.
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  // A complete line suffices: it does not wait for the end.
  if (!input.endsWith("\n")) child.stdin.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The same on the database of the test's server. */
function add(username: string, input: string = `${password}\n`, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return run(["add-site-admin", username], input, { DATABASE_URL: server.ownerUrl, ...more });
}

async function accounts(): Promise<string[]> {
  const rows = await server.services.database.transaction(anonymous, (tx) => tx.selectFrom("app_user").select("username").execute());
  return rows.map(({ username }) => username).toSorted();
}

describe("a site administrator", () => {
  test("is created from a username and the first input line, can sign in to either area, and has an administrator's rights", async () => {
    const said = await add("harbour-master");
    expect(said).toEqual({ code: 0, out: "harbour-master is a site administrator now, in the database of DATABASE_URL\n", err: "" });
    for (const area of ["p", "ds"] as const) {
      const { code, data } = await signInAs(server, "harbour-master", { password, area });
      expect([code, data.user_role, data.user_related_id]).toEqual([200, "Site administrator", ""]);
      expect(await request(server.app, listSites, {}, { token: data.access_token })).toMatchObject({ code: 200 });
    }
  });

  test("is logged separately from its name, which can be erased", async () => {
    const [row, ...others] = (await auditRows(server, "accounts.add-site-admin")).filter(
      ({ about }) => about["account"] === "harbour-master",
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ user_uuid: null, retailer_uuid: null, detail: {} });
    const { data } = await signInAs(server, "harbour-master", { password });
    const own = await server.services.database.transaction(anonymous, (tx) =>
      tx.selectFrom("app_user").select("user_uuid").where("username", "=", data.username).executeTakeFirstOrThrow(),
    );
    expect(row?.subject_uuid).toBe(own.user_uuid);
  });

  test("can be created with the application's own login and a Windows line ending", async () => {
    expect(await add("harbour-mate", `${password}\r\nnot this one\r\n`, { APP_DATABASE_URL: server.appUrl })).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await signInAs(server, "harbour-mate", { password })).toMatchObject({ code: 200 });
  });

  test("is created only once when two are added with the same name simultaneously", async () => {
    const both = await Promise.all([add("harbour-twin"), add("harbour-twin")]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(both.map(({ err }) => err).toSorted()).toEqual(["", "harbour-twin: This username is taken\n"]);
    expect((await auditRows(server, "accounts.add-site-admin")).filter(({ about }) => about["account"] === "harbour-twin")).toHaveLength(1);
  });
});

describe("a single error line reports", () => {
  const strict =
    "The password must contain uppercase letters, lowercase letters, numbers and English special characters, and the length is greater than 9";

  test.each([
    ["that the name is taken, in whatever case", "HARBOUR-Master", `${password}\n`, "HARBOUR-Master: This username is taken"],
    [
      "what a username may be",
      "a b",
      "",
      "a b: The username must consist of numbers and letters, or at least 5 digits of _ -, or be in email format",
    ],
    ["that a password is wanted", "harbour-guard", "", "harbour-guard: Please enter a password"],
    ["the same of an empty line", "harbour-guard", `\n${password}\n`, "harbour-guard: Please enter a password"],
    ["what a password has to be", "harbour-guard", "Short-1\n", `harbour-guard: ${strict}`],
    ["the same of one without special characters", "harbour-guard", "RightHarbour777\n", `harbour-guard: ${strict}`],
    ["that a password is weak", "harbour-guard", "Aaaaaaaaa-1\n", "harbour-guard: Insufficient password strength"],
    ["that it holds the name", "Harbour-guard1", "Harbour-guard1\n", "Harbour-guard1: Insufficient password strength"],
  ])("%s, and nothing is created", async (_what, username, input, line) => {
    const before = await accounts();
    expect(await add(username, input)).toEqual({ code: 1, out: "", err: `${line}\n` });
    expect(await accounts()).toEqual(before);
  });

  test.each([
    [[]],
    [["add-site-admin"]],
    [["add-site-admin", "harbour-guard", "Right-Harbour-7"]],
    [["remove-site-admin", "harbour-guard"]],
  ])("the usage for the arguments %j", async (args) => {
    const usage = "usage: node server/admin.ts add-site-admin USERNAME   (the password is read from standard input)\n";
    expect(await run(args, `${password}\n`, { DATABASE_URL: server.ownerUrl })).toEqual({ code: 1, out: "", err: usage });
  });

  test("that the database cannot be reached, naming its variable", async () => {
    const { code, out, err } = await add("harbour-guard", `${password}\n`, {
      DATABASE_URL: "postgres://somebody:Secret-9@127.0.0.1:1/none",
    });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^DATABASE_URL: the database cannot be reached \([^\n]*\)\n$/);
    expect(err).not.toContain("Secret-9");
  });

  test("that a variable is invalid", async () => {
    expect(await add("harbour-guard", `${password}\n`, { LOG_LEVEL: "loud" })).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^LOG_LEVEL: [^\n]+\n$/),
    });
  });
});

describe("the embedded database", () => {
  test("is created by the command, taken over by the server, and not touched while the server runs", async () => {
    const dataDir = makeDataDir();
    try {
      expect(await run(["add-site-admin", "harbour-master"], `${password}\n`, { DATA_DIR: dataDir })).toEqual({
        code: 0,
        out: `harbour-master is a site administrator now, in the database of ${dataDir}\n`,
        err: "",
      });
      expect(readdirSync(dataDir), "it lets go of it").not.toContain("lock");
      const running = await startProcess("web", { DATA_DIR: dataDir });
      try {
        const { client } = await signInAt(running.origin, "harbour-master", "p", password);
        expect(await client.call(home, {})).toMatchObject({ user_role: "Site administrator" });
        const second = await run(["add-site-admin", "harbour-mate"], `${password}\n`, { DATA_DIR: dataDir });
        expect(second).toMatchObject({ code: 1, out: "" });
        expect(second.err).toBe(`${dataDir} is in use by process ${running.pid}: stop the server first\n`);
      } finally {
        await running.stop();
      }
      expect(await run(["add-site-admin", "harbour-mate"], `${password}\n`, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    } finally {
      await removeDataDir(dataDir);
    }
  });
});
