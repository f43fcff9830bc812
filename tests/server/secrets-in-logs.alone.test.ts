import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  changePassword,
  changeUserInfo,
  getAesKey,
  getCsrfToken,
  home,
  renewSession,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
} from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import type { CallProblem } from "#src/kit/api/client.ts";
import { createCarrierAccount, syncChannels, testCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { addContact } from "#src/company/key-information/key-information.contract.ts";
import { inviteOperator } from "#src/company/operators/operators.contract.ts";
import { demoPassword } from "#server/demo.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { until } from "#tests/e2e/until.ts";
import { signInAt, strangerAt } from "./people-process.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";
import { makeDataDir, removeDataDir, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";
import { sayHello } from "./realtime-client.ts";

let database: FreshDatabase;
let dataDir: string;
let server: ServerProcess;
let carriers: SandboxCarriers;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = makeDataDir();
  carriers = await startSandboxCarriers();
  const variables = {
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
    METRICS_TOKEN: "Figures-Token-77",
    ...carriers.bases,
  };
  server = await startProcess("all", variables);
});
afterAll(async () => {
  await server.kill();
  await carriers.stop();
  await database.drop();
  await removeDataDir(dataDir);
});

/** Returns the one-time token of the latest mail to an address. */
async function tokenMailedTo(address: string): Promise<string> {
  const folder = join(dataDir, "mail");
  return until(async () => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names
      .filter((one) => one.endsWith(".eml"))
      .toSorted()
      .toReversed()) {
      const mail = await readFile(join(folder, name), "utf8");
      const [, token] = /(?:token|invitation)=([A-Za-z0-9_-]{20,})/.exec(mail) ?? [];
      if (mail.includes(address) && token !== undefined) return token;
    }
    return null;
  }, `a mail to ${address}`);
}

/** Returns keys and what they sealed, all of which is secret in transit. */
async function sealed(secrets: string[], ...passwords: string[]): Promise<{ key_id: string; texts: string[] }> {
  const { key_id, aes_key } = await strangerAt(server.origin).call(getAesKey, {});
  const texts = await Promise.all(passwords.map((password) => sealPassword(password, aes_key)));
  secrets.push(aes_key, ...texts, ...passwords);
  return { key_id, texts };
}

test("a whole session leaves no password, token, key, address or personal name in the log at its most verbose level", async () => {
  const stranger = strangerAt(server.origin);
  const secrets: string[] = [demoPassword, "Figures-Token-77", new URL(database.ownerUrl).password];

  // a wrong password, also entered as the username by mistake
  const wrong = await sealed(secrets, "Wrong-Password-1");
  const typo = { username: "Typed-In-The-Wrong-Field-1", password: wrong.texts[0] ?? "", key_id: wrong.key_id, area: "p" } as const;
  const refusal: CallProblem = await stranger.call(signIn, typo).then(
    () => expect.unreachable(),
    (problem: CallProblem) => problem,
  );
  expect(refusal.codeName).toBe("wrongCredentials");
  secrets.push(typo.username);

  const { client, tokens } = await signInAt(server.origin, "provider01", "p");
  secrets.push(tokens.accessToken, tokens.csrfToken, (await client.call(getCsrfToken, {})).csrf_token);
  await client.call(home, {});
  await client.call(changeUserInfo, { email: "harbour-master@example.test", display_name: "Captain Secretive", phone: "+8613912345678" });
  secrets.push("harbour-master@example.test", "Captain Secretive", "13912345678");
  await client.call(addContact, { name: "Bosun Hidden", type: "email", detail: "bosun@example.test" });
  await client.call(inviteOperator, { email: "stowaway@example.test", permissions: ["goods"] });
  secrets.push("Bosun Hidden", "bosun@example.test", "stowaway@example.test", await tokenMailedTo("stowaway@example.test"));

  const parameters = { client_id: "Client-Of-The-Log-1", api_token: "Carrier-Token-Of-The-Log-1", password: "Carrier-Password-1" };
  for (const api_name of ["4px", "yunexpress", "yanwen"] as const) {
    const label = `Logged account with ${api_name}`;
    const { carrier_account_uuid } = await client.call(createCarrierAccount, { api_name, label, ...parameters });
    // refused by the carrier, and then without an answer
    expect((await client.call(testCarrierAccount, { carrier_account_uuid })).problem?.kind).toBe("badCredentials");
    await carriers.control.fail({ times: 3, lost: true });
    expect((await client.call(syncChannels, { carrier_account_uuid })).problem?.kind).toBe("unreachable");
    await carriers.control.mend();
  }
  secrets.push(...Object.values(parameters));

  const socket = sayHello(`ws://127.0.0.1:${server.ports.websocket}`, { token: tokens.accessToken, topics: ["downloads.changed"] });
  await socket.next("welcome");
  // an invalid JSON body, a token in an address, a wrong token
  const headers = { "content-type": "application/json", authorization: `Bearer ${tokens.accessToken}` };
  await fetch(server.origin + apiPrefix + signIn.path, { method: "POST", headers, body: '{"password":"Half-A-Body-1' });
  await fetch(`${server.origin}/ds/turn-the-table?token=Token-In-An-Address-1`);
  await fetch(`${server.origin}/metrics`, { headers: { authorization: "Bearer Guessed-Figures-1" } });
  secrets.push("Half-A-Body-1", "Token-In-An-Address-1", "Guessed-Figures-1");

  await stranger.call(requestPasswordReset, { username: "provider01" });
  const token = await tokenMailedTo("harbour-master@example.test");
  const reset = await sealed(secrets, "Reset-Password-1");
  await stranger.call(resetPassword, { token, password: reset.texts[0] ?? "", confirm: reset.texts[0] ?? "", key_id: reset.key_id });
  secrets.push(token);

  const again = await signInAt(server.origin, "provider01", "p", "Reset-Password-1");
  const change = await sealed(secrets, "Reset-Password-1", "Changed-Password-1");
  const [old_password = "", password = ""] = change.texts;
  await again.client.call(changePassword, { old_password, password, confirm: password, key_id: change.key_id });
  const renewed = await again.client.call(renewSession, {});
  await again.client.call(signOut, {});
  secrets.push(again.tokens.accessToken, again.tokens.csrfToken, renewed.access_token, renewed.csrf_token);
  secrets.push((await readFile(join(dataDir, "secrets.key"), "utf8")).trim());
  expect(await server.stop()).toBe(0);

  const log = server.log();
  // it did log the calls, the mails and the stop
  for (const word of ['"call":"accounts.sign-in"', '"call":"accounts.reset-password"', "mailer.written", '"msg":"stopping"'])
    expect(log).toContain(word);
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);
});
