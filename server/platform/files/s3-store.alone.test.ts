import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getAddress } from "./s3-request.ts";
import { S3Store } from "./s3-store.ts";

// A server that does what each test says: how ours behaves towards one that works is in store.test.ts.
type Turn = (request: IncomingMessage, response: ServerResponse) => void;

interface Heard {
  method: string;
  url: string;
  body: string;
}

const patience = { timeoutMs: 300, backoffMs: 10 };
let turns: Turn[];
let heard: Heard[];
let port: number;
let folder: string;
let stop: () => Promise<void>;

beforeEach(async () => {
  turns = [];
  heard = [];
  folder = await mkdtemp(join(tmpdir(), "quayside-s3-test-"));
  vi.stubEnv("TMPDIR", folder);
  const server = createServer((request, response) => {
    const turn = turns[heard.length] ?? answerWith(500);
    const { method = "", url = "" } = request;
    const entry: Heard = { method, url, body: "" };
    heard.push(entry);
    request.on("data", (chunk: Buffer) => (entry.body += chunk.toString()));
    request.on("error", () => undefined);
    turn(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  port = address.port;
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});

afterEach(async () => {
  await stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

function answerWith(status: number, body = ""): Turn {
  return (request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(status).end(body));
  };
}

const hangUp: Turn = (request) => request.socket.destroy();
const sayNothing: Turn = () => undefined;

function storeAt(some: { endpoint?: string } = {}): S3Store {
  const account = { bucket: "files", region: "us-east-1", accessKeyId: "id", secretAccessKey: "the-secret" };
  return new S3Store({ endpoint: `http://127.0.0.1:${port}`, pathStyle: true, ...account, ...some }, patience);
}

const text = { contentType: "text/plain" };

describe("retries", () => {
  test.each([
    ["5xx", answerWith(503, "<Error><Code>SlowDown</Code></Error>")],
    ["429", answerWith(429)],
    ["a connection that breaks", hangUp],
    ["a silence", sayNothing],
  ])("succeed after %s twice, sending the whole body again", async (_what, failure) => {
    turns = [failure, failure, answerWith(200)];
    const source = Readable.from([Buffer.from("all "), Buffer.from("of it")]);
    expect(await storeAt().put("a/b", source, text)).toMatchObject({ byteSize: 9 });
    expect(heard).toHaveLength(3);
    expect(heard[2]).toMatchObject({ method: "PUT", url: "/files/a/b", body: "all of it" });
    expect(await readdir(folder), "temporary files").toEqual([]);
  });

  test.each([
    [
      "5xx",
      answerWith(503, "<Error><Code>SlowDown</Code><Message>the-secret</Message></Error>"),
      "files: the S3 store answered 503 SlowDown to GET files/a/b",
    ],
    ["a connection that breaks", hangUp, "files: the S3 store could not be reached (ECONNRESET) to GET files/a/b"],
    ["a silence", sayNothing, "files: the S3 store could not be reached (ETIMEDOUT) to GET files/a/b"],
  ])("end after %s three times with an error that says what happened", async (_what, failure, message) => {
    turns = [failure, failure, failure, answerWith(200)];
    const error: unknown = await storeAt()
      .get("a/b")
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "S3Error", message });
    expect(heard).toHaveLength(3);
  });

  test("end with ECONNREFUSED if the server is down", async () => {
    await stop();
    await expect(storeAt().ready()).rejects.toThrow("could not be reached (ECONNREFUSED) to HEAD files");
    stop = () => Promise.resolve();
  });

  test("do not follow a rejection", async () => {
    turns = [answerWith(403, "<Error><Code>AccessDenied</Code></Error>")];
    await expect(storeAt().put("a/b", Readable.from([Buffer.from("x")]), text)).rejects.toThrow("answered 403 AccessDenied");
    expect(heard).toHaveLength(1);
    expect(await readdir(folder), "temporary files").toEqual([]);
  });
});

describe("a download", () => {
  const head = (response: ServerResponse): ServerResponse => response.writeHead(200, { "content-length": 1_000_000 });

  test("that is interrupted is a stream error, never a truncated file", async () => {
    turns = [
      (_, response) => {
        head(response).write(Buffer.alloc(1000));
        setTimeout(() => response.destroy(), 50);
      },
    ];
    const stream = await storeAt().get("a/b");
    await expect(stream === null ? null : buffer(stream)).rejects.toThrow("aborted");
  });

  test("that stalls is aborted", async () => {
    turns = [(_, response) => void head(response).write(Buffer.alloc(1000))];
    const stream = await storeAt().get("a/b");
    await expect(stream === null ? null : buffer(stream)).rejects.toThrow("stopped responding");
  });

  test("may be read more slowly than the store's timeout", async () => {
    turns = [(_, response) => void head(response).end(Buffer.alloc(1_000_000, 7))];
    const stream = await storeAt().get("a/b");
    await sleep(patience.timeoutMs * 3);
    expect(stream === null ? null : (await buffer(stream)).length).toBe(1_000_000);
  });

  test("closes its connection when the reader stops", async () => {
    const closed = new Promise<void>((resolve) => {
      turns = [
        (request, response) => {
          head(response).write(Buffer.alloc(1000));
          request.socket.once("close", () => resolve());
        },
      ];
    });
    const stream = await storeAt().get("a/b");
    stream?.destroy();
    await expect(closed).resolves.toBeUndefined();
  });
});

describe("addresses", () => {
  const account = { bucket: "files", region: "us-east-1", accessKeyId: "id", secretAccessKey: "the-secret" };

  test("contain the bucket in the path, after the endpoint's own path", async () => {
    turns = [answerWith(200), answerWith(200)];
    const store = storeAt({ endpoint: `http://127.0.0.1:${port}/storage/v1/s3/` });
    await store.ready();
    await store.put("a/b", Buffer.from("x"), text);
    expect(heard.map(({ url }) => url)).toEqual(["/storage/v1/s3/files", "/storage/v1/s3/files/a/b"]);
  });

  test("contain the bucket in the host name if not in path style", () => {
    const to = { endpoint: "https://s3.example.com:8443", pathStyle: false, ...account };
    expect(getAddress(to, "a/b").href).toBe("https://files.s3.example.com:8443/a/b");
    expect(getAddress(to, null).href).toBe("https://files.s3.example.com:8443/");
  });
});
