import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CallProblem, createClient } from "#src/kit/api/client.ts";
import { codes } from "#src/kit/api/codes.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openPassword } from "./password-transport.rules.ts";
import { sealForLogin, withSealed } from "./sealing.calls.ts";

const key = { key_id: randomUUID(), aes_key: randomBytes(32).toString("base64") };
let server: Server;
let origin = "";
let asked: string[] = [];
let answer = answerOf("success", key);

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? "");
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  answer = answerOf("success", key);
});

const client = () => createClient({ origin, tokens: () => null });

describe("passwords in transit", () => {
  const passwords = { old: "Kx7mpq", password: "", confirm: "密码" };

  test("are sealed with one key, each under its own name", async () => {
    const { key_id, ...sealed } = await withSealed(client(), passwords, async (given) => Promise.resolve(given));
    expect(asked).toEqual(["/v1/get-aes-key/"]);
    expect(key_id).toBe(key.key_id);
    const opened = Object.entries(sealed).map(async ([name, one]) => [name, await openPassword(one, key.aes_key)] as const);
    expect(Object.fromEntries(await Promise.all(opened))).toEqual(passwords);
  });

  test("are sealed again with a new key when the first one has expired", async () => {
    const { code, en_us, zh_cn } = codes.keyExpired;
    const expired = new CallProblem("refusal", 200, { code, msg: { en_us, zh_cn }, data: null });
    const given: string[] = [];
    const sent = withSealed(client(), passwords, async ({ confirm }) => {
      given.push(confirm);
      return given.length === 1 ? Promise.reject(expired) : Promise.resolve("sent");
    });
    await expect(sent).resolves.toBe("sent");
    expect(asked).toEqual(["/v1/get-aes-key/", "/v1/get-aes-key/"]);
    expect(new Set(given).size).toBe(2);
  });

  test("are sealed with the username's key at sign-in", async () => {
    const { key_id, sealed } = await sealForLogin(client(), "packer 1", "Kx7mpq");
    expect(asked).toEqual(["/v1/get-aes-key-login/?username=packer+1"]);
    expect(key_id).toBe(key.key_id);
    expect(await openPassword(sealed, key.aes_key)).toBe("Kx7mpq");
  });

  test("are not sent when no key is received", async () => {
    answer = answerOf("unavailable");
    await expect(withSealed(client(), passwords, async () => Promise.resolve())).rejects.toThrow(CallProblem);
  });
});
