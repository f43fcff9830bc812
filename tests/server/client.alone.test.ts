import type { AddressInfo } from "node:net";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changeUserInfo,
  createProvider,
  getAesKey,
  home,
  revokeSessions,
  signOut,
  updateDefaultSettings,
} from "#src/company/accounts/accounts.contract.ts";
import { CallProblem, createClient } from "#src/kit/api/client.ts";
import type { Client, ClientOptions } from "#src/kit/api/client.ts";
import { codes } from "#src/kit/api/codes.ts";
import { getMutationOptions, buildQueryKey, buildQuery } from "#src/kit/api/query.ts";
import { getTemplateFile, storedName, uploadImages } from "#src/kit/files/files.contract.ts";
import { addContact, contactInfo } from "#src/company/key-information/key-information.contract.ts";
import { queryProviders } from "#src/company/providers/providers.contract.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { flakyProxy, quietPort, serve } from "./flaky-process.ts";
import { makeWorld } from "./world.ts";
import type { Person, World } from "./world.ts";

/** One red pixel (GIF89a). */
const pixel = Buffer.from("R0lGODlhAQABAPAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

let app: TestApp;
let world: World;
let origin: string;

beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

function clientOf(person: Person | null, options: Partial<ClientOptions> = {}): Client {
  const tokens = person === null ? null : { accessToken: person.token, csrfToken: deriveCsrfToken(person.token) };
  return createClient({ origin, tokens: () => tokens, ...options });
}

/** Returns the problem of a failed call. */
async function problemOf(work: Promise<unknown>): Promise<CallProblem> {
  const error = await work.then(
    () => new Error("it went well"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof CallProblem)) throw error;
  return error;
}

const contact = (name: string) => ({ name, type: "wechat", detail: "harbour-master" }) as const;
async function contactsNamed(person: Person, name: string): Promise<number> {
  const { result } = await clientOf(person).call(contactInfo, {});
  return result.filter((one) => one.name === name).length;
}

describe("a call", () => {
  test("returns its data", async () => {
    const { username, user_role } = await clientOf(world.provider).call(home, {});
    expect({ username, user_role }).toEqual({ username: world.provider.username, user_role: "Provider" });
  });

  test("sends its query, body and form as its contract defines them", async () => {
    const { result } = await clientOf(null).call(queryProviders, { page_size: 1 });
    expect(result).toHaveLength(1);
    const settings = await clientOf(world.retailer).call(updateDefaultSettings, { defaultLanguage: "zh_cn" });
    expect(settings.defaultLanguage).toBe("zh_cn");
    const form = { company: "码头 & Sons = 100%", username: "quay-owner", password: "sealed", key_id: crypto.randomUUID() };
    const problem = await problemOf(clientOf(null).call(createProvider, form));
    expect(problem).toMatchObject({ kind: "refusal", codeName: "keyExpired" });
  });

  test("sends files", async () => {
    const files = [{ field: "images", file: new Blob([pixel]), name: "货物 1.gif" }];
    const { result } = await clientOf(world.provider).call(uploadImages, {}, { files });
    expect(result.map(({ name, content_type }) => ({ name, content_type }))).toEqual([{ name: "货物 1.gif", content_type: "image/gif" }]);
    expect(storedName.safeParse(result[0]?.filename).success).toBe(true);
  });

  test("that is refused gives the reason by name and in both languages", async () => {
    const unknown = { session_uuids: ["01900000-0000-7000-8000-000000000000"] };
    const problem = await problemOf(clientOf(world.retailer).call(revokeSessions, unknown));
    const { code, en_us, zh_cn } = codes.notFound;
    expect(problem).toMatchObject({ kind: "refusal", status: 200, code, codeName: "notFound", msg: { en_us, zh_cn }, isSilent: true });
    expect(problem.message).toBe(en_us);
  });

  test("with an invalid field names the field", async () => {
    const problem = await problemOf(clientOf(world.provider).call(changeUserInfo, { email: "not an address" }));
    const { code, en_us, zh_cn } = codes["accounts.emailShape"];
    expect(problem).toMatchObject({ kind: "refusal", codeName: "accounts.emailShape", isSilent: false });
    expect(problem.fields).toEqual([{ path: ["email"], code, msg: { en_us, zh_cn } }]);
  });

  test("without a token is rejected as not signed in", async () => {
    const problem = await problemOf(clientOf(null).call(home, {}));
    expect(problem).toMatchObject({ kind: "http", status: 401, codeName: "notSignedIn" });
  });

  test("with an expired token is rejected with 2003, which is reported to onProblem", async () => {
    const told: string[] = [];
    const stale: Person = { ...world.provider, token: "x".repeat(43) };
    const onProblem: ClientOptions["onProblem"] = ({ code }, { name }) => void told.push(`${name} ${code}`);
    const problem = await problemOf(clientOf(stale, { onProblem }).call(home, {}));
    expect(problem).toMatchObject({ kind: "refusal", status: 200, code: 2003, codeName: "loginExpired" });
    expect(told).toEqual(["accounts.home 2003"]);
  });

  test("answered by another server is an HTTP problem without a code", async () => {
    const other = await serve((_request, response) => response.writeHead(502).end("<h1>Bad gateway</h1>"));
    const problem = await problemOf(clientOf(null, { origin: other.origin }).call(home, {}));
    expect(problem).toMatchObject({ kind: "http", status: 502, code: 0, codeName: null, msg: null });
    await other.close();
  });
});

describe("a network failure", () => {
  test("is retried with the same key, so that nothing is done twice", async () => {
    const proxy = await flakyProxy(origin, ["nothing"]);
    const added = await clientOf(world.provider, { origin: proxy.origin }).call(addContact, contact("Answer lost once"));
    expect(added.name).toBe("Answer lost once");
    const keys = proxy.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await contactsNamed(world.provider, "Answer lost once")).toBe(1);
    await proxy.close();
  });

  test("in the middle of an answer is retried as well", async () => {
    const proxy = await flakyProxy(origin, ["half", "half"]);
    const added = await clientOf(world.provider, { origin: proxy.origin }).call(addContact, contact("Half an answer"));
    expect(added.name).toBe("Half an answer");
    expect(proxy.seen).toHaveLength(3);
    expect(await contactsNamed(world.provider, "Half an answer")).toBe(1);
    await proxy.close();
  });

  test("is a network problem after three tries; repeating the call with the same key returns the first result", async () => {
    const proxy = await flakyProxy(origin, ["nothing", "nothing", "nothing"]);
    const client = clientOf(world.provider, { origin: proxy.origin });
    const idempotencyKey = "pressed-twice-0001";
    const problem = await problemOf(client.call(addContact, contact("Pressed twice"), { idempotencyKey }));
    expect(problem).toMatchObject({ kind: "network", status: 0, code: 0, codeName: null, msg: null });
    const added = await client.call(addContact, contact("Pressed twice"), { idempotencyKey });
    expect(added.name).toBe("Pressed twice");
    expect(proxy.seen).toHaveLength(4);
    expect(await contactsNamed(world.provider, "Pressed twice")).toBe(1);
    await proxy.close();
  });

  test("that ends before the last retry goes unnoticed", async () => {
    // A port that the system assigns to nobody else.
    const port = await quietPort();
    const calling = clientOf(world.provider, { origin: `http://127.0.0.1:${port}` }).call(home, {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    const back = await serve((_request, response) => {
      response
        .setHeader("content-type", "application/json")
        .end('{"code":200,"msg":{"en_us":"","zh_cn":""},"data":{"username":"somebody"}}');
    }, port);
    expect((await calling).username).toBe("somebody");
    await back.close();
  });

  test("is not retried for a call with its own idempotency rule", async () => {
    const proxy = await flakyProxy("http://127.0.0.1:9", []);
    const problem = await problemOf(clientOf(world.foreignProvider, { origin: proxy.origin }).call(signOut, {}));
    expect(problem.kind).toBe("network");
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]?.headers["idempotency-key"]).toBeUndefined();
    await proxy.close();
  });
});

describe("a call to a slow server", () => {
  test("times out after the limit and is sent only once", async () => {
    let asked = 0;
    const slow = await serve(() => void (asked += 1));
    const started = performance.now();
    const problem = await problemOf(clientOf(null, { origin: slow.origin, timeoutMs: 150 }).call(getAesKey, {}));
    expect(problem).toMatchObject({ kind: "timeout", status: 0, codeName: null });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(asked).toBe(1);
    await slow.close();
  });

  test("times out in the middle of an answer as well", async () => {
    const slow = await serve((_request, response) => response.writeHead(200, { "content-length": 100 }).write('{"code":200,'));
    const problem = await problemOf(clientOf(null, { origin: slow.origin, timeoutMs: 150 }).call(getAesKey, {}));
    expect(problem.kind).toBe("timeout");
    await slow.close();
  });

  test("ends immediately when it is aborted", async () => {
    const slow = await serve(() => undefined);
    const told: CallProblem[] = [];
    const client = clientOf(null, { origin: slow.origin, onProblem: (problem) => void told.push(problem) });
    const giveUp = new AbortController();
    const calling = client.call(getAesKey, {}, { signal: giveUp.signal });
    setTimeout(() => giveUp.abort(), 50);
    await expect(calling).rejects.toMatchObject({ name: "AbortError" });
    expect(told).toEqual([]);
    await slow.close();
  });

  test("ends immediately when it is aborted between two tries", async () => {
    const giveUp = new AbortController();
    const proxy = await flakyProxy(origin, ["nothing", "nothing", "nothing"]);
    const calling = clientOf(null, { origin: proxy.origin })
      .call(getAesKey, {}, { signal: giveUp.signal })
      .catch((error: unknown) => error);
    await expect.poll(() => proxy.seen.length).toBe(2);
    // well within the second wait of one and a half seconds
    await new Promise((resolve) => setTimeout(resolve, 200));
    giveUp.abort();
    // If both are due because the machine paused, the first counts, and giving up waits for no timer.
    expect(await Promise.race([calling, new Promise((resolve) => setTimeout(resolve, 900, "late"))])).toMatchObject({ name: "AbortError" });
    await proxy.close();
  });
});

describe("a file", () => {
  test("is returned with its bytes and its name, including a Chinese one", async () => {
    const client = clientOf(world.provider);
    const chinese = await client.file(getTemplateFile, { name: "orders", lang: "zh_cn" });
    expect(chinese.name).toMatch(/^\p{Script=Han}.*导入模板\.xlsx$/u);
    expect(Buffer.from(await chinese.blob.slice(0, 2).arrayBuffer()).toString()).toBe("PK");
    const english = await client.file(getTemplateFile, { name: "orders", lang: "en_us" });
    expect(english.name).toMatch(/^[\x20-\x7e]+\.xlsx$/);
  });

  test("that does not exist is an ordinary refusal", async () => {
    const problem = await problemOf(clientOf(world.provider).file(getTemplateFile, { name: "anchors" }));
    expect(problem).toMatchObject({ kind: "refusal", status: 200, codeName: "notFound", isSilent: true });
  });

  test("requested while not signed in is an HTTP problem", async () => {
    const problem = await problemOf(clientOf(null).file(getTemplateFile, { name: "orders" }));
    expect(problem).toMatchObject({ kind: "http", status: 401, codeName: "notSignedIn" });
  });

  test("that is cut off is fetched again completely", async () => {
    const proxy = await flakyProxy(origin, ["half"]);
    const { blob } = await clientOf(world.provider, { origin: proxy.origin }).file(getTemplateFile, { name: "orders" });
    const { blob: whole } = await clientOf(world.provider).file(getTemplateFile, { name: "orders" });
    expect(proxy.seen).toHaveLength(2);
    expect(blob.size).toBe(whole.size);
    await proxy.close();
  });
});

describe("TanStack Query", () => {
  const scope = { username: "alpha-provider", providerUuid: "" };

  test("requests once and caches the answer under the call's name, separately for each user and supplier", async () => {
    const proxy = await flakyProxy(origin, []);
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
    const client = clientOf(world.provider, { origin: proxy.origin });
    const mine = buildQuery(client, scope, home, {});
    expect((await queries.fetchQuery(mine)).username).toBe(world.provider.username);
    expect((await queries.fetchQuery(mine)).username).toBe(world.provider.username);
    expect(proxy.seen).toHaveLength(1);
    expect(queries.getQueryData(mine.queryKey)).toMatchObject({ user_role: "Provider" });
    for (const other of [{ username: "somebody-else" }, { providerUuid: world.providerB }])
      expect(queries.getQueryData(buildQueryKey({ ...scope, ...other }, home, {}))).toBeUndefined();
    await queries.invalidateQueries({ queryKey: buildQueryKey(scope, home) });
    await queries.fetchQuery(mine);
    expect(proxy.seen).toHaveLength(2);
    await proxy.close();
  });

  test("rejects with the problem itself when there is no data", async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const asking = queries.fetchQuery(buildQuery(clientOf(null), scope, home, {}));
    await expect(asking).rejects.toMatchObject({ name: "CallProblem", codeName: "notSignedIn" });
  });

  test("aborts a cancelled request", async () => {
    let [isThere, isCut] = [false, false];
    const slow = await serve((request) => {
      isThere = true;
      request.socket.on("close", () => (isCut = true));
    });
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const query = buildQuery(clientOf(null, { origin: slow.origin }), scope, getAesKey, {});
    const asking = queries.fetchQuery(query).catch(() => "cancelled");
    await expect.poll(() => isThere).toBe(true);
    await queries.cancelQueries({ queryKey: query.queryKey });
    expect(await asking).toBe("cancelled");
    await expect.poll(() => isCut).toBe(true);
    await slow.close();
  });

  test("performs a mutation once per key, however often it is triggered", async () => {
    const queries = new QueryClient();
    const adding = new MutationObserver(queries, getMutationOptions(clientOf(world.provider), addContact));
    const press = { input: contact("Pressed in a form"), idempotencyKey: "form-4711-0001" };
    const [first, second] = [await adding.mutate(press), await adding.mutate(press)];
    expect(second).toEqual(first);
    expect(await contactsNamed(world.provider, "Pressed in a form")).toBe(1);
  });
});
