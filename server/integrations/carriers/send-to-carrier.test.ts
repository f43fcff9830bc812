import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { fetchLabel, readLabel } from "./read-label.ts";
import { createProblem, looseText, parseAnswer, parseRetryAfter, readRefusal, removeSecrets, sendToCarrier } from "./send-to-carrier.ts";

let stop = (): unknown => undefined;
afterEach(() => stop());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const read = (url: string) => ({ method: "GET", url }) as const;
const write = (url: string) => ({ method: "POST", url, body: "{}", isWrite: true }) as const;

async function readProblem(request: Parameters<typeof sendToCarrier>[0], options: Parameters<typeof sendToCarrier>[1] = {}) {
  const sent = await sendToCarrier(request, options);
  return sent.ok ? null : sent.problem;
}

describe("a request to a carrier", () => {
  test("that nobody answers is unreachable if it was not sent, and unclear if it may have been carried out", async () => {
    const closed = await serve(() => undefined);
    stop();
    expect(await readProblem(write(`${closed}/?sign=secret`))).toMatchObject({ kind: "unreachable", code: "ECONNREFUSED" });
    const base = await serve((request) => request.socket.destroy());
    expect((await readProblem(read(base)))?.kind).toBe("unreachable");
    expect((await readProblem(write(base)))?.kind).toBe("unclear");
  });

  test("ends at its time limit, also while the answer is read, and when it is aborted", async () => {
    const silent = await serve(() => undefined);
    expect(await readProblem(write(silent), { timeoutMs: 50 })).toMatchObject({ kind: "unclear", code: "TIMEOUT" });
    stop();
    const slow = await serve((_request, response) => void response.writeHead(200).write("{"));
    expect((await readProblem(read(slow), { timeoutMs: 50 }))?.kind).toBe("unreachable");
    expect((await readProblem(write(slow), { signal: AbortSignal.abort() }))?.kind).toBe("unclear");
  });

  test.each([
    [500, "unreachable", "unclear"],
    [503, "unreachable", "unclear"],
    [302, "unreadable", "unclear"],
    [429, "rateLimited", "rateLimited"],
  ])("that is answered with %i is %s, or %s if it changes something", async (status, reading, writing) => {
    const base = await serve((_request, response) => void response.writeHead(status, { "retry-after": "2", location: "/" }).end("x"));
    expect((await readProblem(read(base)))?.kind).toBe(reading);
    expect((await readProblem(write(base)))?.kind).toBe(writing);
    expect((await readProblem(read(base)))?.retryAfterMs).toBe(status === 429 ? 2000 : null);
  });

  test("reads no answer larger than allowed, whatever length it says", async () => {
    const long = await serve((_request, response) => void response.end("x".repeat(5000)));
    expect((await readProblem({ ...read(long), mostBytes: 4000 }))?.kind).toBe("unreadable");
    stop();
    const endless = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(1000)), 1);
      response.once("close", () => clearInterval(timer));
    });
    expect((await readProblem({ ...write(endless), mostBytes: 4000 }))?.kind).toBe("unclear");
  });
});

test("an answer that is not as published is unclear after a change, and refused if its status says so", () => {
  const answer = (status: number, text: string) => ({ status, bytes: Buffer.from(text) });
  const kind = (status: number, text: string, isWrite = false) => {
    const parsed = parseAnswer({ ...read("http://x"), isWrite }, answer(status, text), z.object({ a: z.number() }));
    return parsed.ok ? "ok" : parsed.problem.kind;
  };
  expect(kind(200, '{"a":1}')).toBe("ok");
  expect(kind(200, "<html>")).toBe("unreadable");
  expect(kind(200, '{"a":', true)).toBe("unclear");
  expect(kind(403, "no")).toBe("badCredentials");
  expect(kind(404, "no", true)).toBe("refused");
});

test.each([
  ["Can not find this order", "notFound"],
  ["运单不存在", "notFound"],
  ["customer_order_number already exists", "duplicate"],
  ["订单号重复", "duplicate"],
  ["Invalid sign", "badCredentials"],
  ["签名错误", "badCredentials"],
  ["The signature service is not offered", "refused"],
  ["Product A2 does not ship to XX", "refused"],
])("the refusal %s is %s", (text, kind) => {
  expect(readRefusal("1", text).kind).toBe(kind);
});

test("a problem's text has no secret, no control characters, and an end", () => {
  const problem = createProblem("refused", `a\u0000b\n${"x".repeat(900)}`);
  expect(problem.text).toHaveLength(500);
  expect(problem.text.startsWith("a b x")).toBe(true);
  const told = createProblem("refused", "token s3cr/t+1 as s3cr%2Ft%2B1", { code: "s3cr/t+1" });
  expect(removeSecrets(told, ["s3cr/t+1", "", "abc"])).toMatchObject({ text: "token [secret] as [secret]", code: "[secret]" });
});

test("a text of a carrier has its line breaks, and no other control characters", () => {
  expect(looseText.parse(" AB\u0000C\u0007\u009f\r\nD\tE ")).toBe("ABC\r\nD\tE");
  expect(looseText.parse("half \ud83d")).toBe("half \ufffd");
  expect([looseText.parse(12), looseText.parse(null)]).toEqual(["12", ""]);
});

test("Retry-After is read in seconds or as a date, and limited", () => {
  const now = Date.UTC(2026, 0, 1);
  expect(parseRetryAfter("3", now)).toBe(3000);
  expect(parseRetryAfter(new Date(now + 5000).toUTCString(), now)).toBe(5000);
  expect(parseRetryAfter("999999", now)).toBe(3_600_000);
  expect(parseRetryAfter("soon", now)).toBeNull();
  expect(parseRetryAfter(null, now)).toBeNull();
});

describe("a label", () => {
  test("is what its bytes are", () => {
    const type = (bytes: Buffer) => {
      const label = readLabel(bytes);
      return label.ok ? label.value.type : label.problem.kind;
    };
    expect(type(Buffer.from("%PDF-1.4"))).toBe("application/pdf");
    expect(type(Buffer.from("89504e470d0a1a0a00", "hex"))).toBe("image/png");
    expect(type(Buffer.from("^XA^FO50,50^XZ"))).toBe("text/zpl");
    expect(type(Buffer.from("<html>not found</html>"))).toBe("unreadable");
    expect(type(Buffer.alloc(0))).toBe("unreadable");
  });

  test("is fetched from the carrier's own hosts only", async () => {
    const api = await serve((_request, response) => void response.end("%PDF-1.4"));
    const from = async (address: string) => {
      const label = await fetchLabel(address, { apiBase: api, hosts: ["carrier.invalid"] }, { timeoutMs: 2000 });
      return label.ok ? "ok" : label.problem.kind;
    };
    expect(await from(`${api}/label.pdf`)).toBe("ok");
    expect(await from("https://label.carrier.invalid/1.pdf")).toBe("unreachable");
    for (const address of [
      "http://169.254.169.254/latest",
      "http://127.0.0.1:1/x",
      "https://carrier.invalid.example.com/x",
      "https://evilcarrier.invalid/x",
      "file:///etc/passwd",
      "no address",
    ])
      expect(await from(address), address).toBe("unreadable");
  });
});
