import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Client } from "#src/kit/api/client.ts";
import { createClient } from "#src/kit/api/client.ts";
import { codes } from "#src/kit/api/codes.ts";
import { defineCall } from "#src/kit/api/define-call.ts";

/** A call made by a scan. */
export const scanPiece = defineCall({
  name: "test.scan-piece",
  method: "POST",
  path: "/test/scan-piece",
  summary: "Counts a piece.",
  roles: ["operator"],
  input: z.strictObject({ code: z.string() }),
  output: z.object({ place: z.int() }),
  codes: ["notFound"],
});

/** How the server handles a request: answer, refuse, refuse the only row of it, perform it and lose the answer, or hold it. */
export type Manner = "answers" | "refuses" | "refusesRow" | "losesAnswer" | "isBusy" | "holds";

/** A server that performs each key once, like ours, and records requests. */
export interface ScanServer {
  readonly client: Client;
  /** every received request: its code and key, in order */
  readonly came: { code: string; key: string; by: string }[];
  /** what was performed, once per key */
  readonly done: string[];
  /** what was uploaded, and what calls named of it */
  readonly pictures: { key: string; size: number }[];
  readonly named: string[][];
  manner: (code: string) => Manner;
  /** releases held requests */
  release(): void;
  clientOf(token: string): Client;
  close(): Promise<void>;
}

const refusedRow = "00000000-0000-7000-8000-000000000001";

/** Returns the size of the file in a single-part multipart body. */
function fileSize(body: Buffer): number {
  const text = body.toString("latin1");
  const start = text.indexOf("\r\n\r\n") + 4;
  return text.indexOf("\r\n--", start) - start;
}

/** Starts one on a free port. */
export async function startScanServer(): Promise<ScanServer> {
  const answers = new Map<string, string>();
  const came: ScanServer["came"] = [];
  const done: string[] = [];
  const pictures: ScanServer["pictures"] = [];
  const named: string[][] = [];
  let held: (() => void)[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = String(request.headers["idempotency-key"]);
      const body = Buffer.concat(chunks);
      if (String(request.headers["content-type"]).startsWith("multipart/")) {
        pictures.push({ key, size: fileSize(body) });
        const data = { result: [{ filename: "picture.jpg" }] };
        reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ code: 200, data, msg: codes.success }));
        return;
      }
      const { code, filenames } = JSON.parse(body.toString()) as { code: string; filenames?: string[] };
      if (filenames !== undefined) named.push(filenames);
      came.push({ code, key, by: String(request.headers.authorization) });
      const manner = one.manner(code);
      const envelope = (name: keyof typeof codes, data: unknown) => {
        const { code: number, en_us, zh_cn } = codes[name];
        return JSON.stringify({ code: number, data, msg: { en_us, zh_cn } });
      };
      const send = () => {
        if (manner === "isBusy") return reply.writeHead(503, { "content-type": "application/json" }).end(envelope("unavailable", null));
        if (!answers.has(key)) {
          if (manner !== "refuses" && manner !== "refusesRow") done.push(code);
          const { code: number, en_us, zh_cn } = codes.changedMeanwhile;
          const failed = [{ order_id: refusedRow, code: number, message: { en_us, zh_cn } }];
          const data = manner === "refusesRow" ? { done: 0, failed } : { place: done.length };
          answers.set(key, manner === "refuses" ? envelope("changedMeanwhile", null) : envelope("success", data));
        }
        if (manner === "losesAnswer") return request.socket.destroy();
        return reply.writeHead(200, { "content-type": "application/json" }).end(answers.get(key));
      };
      if (manner === "holds") held.push(send);
      else send();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clientOf = (token: string) =>
    createClient({ origin: `http://127.0.0.1:${port}`, tokens: () => ({ accessToken: token, csrfToken: "csrf" }) });
  const one: ScanServer = {
    client: clientOf("ann"),
    came,
    done,
    pictures,
    named,
    manner: () => "answers",
    release() {
      for (const send of held) send();
      held = [];
    },
    clientOf,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return one;
}
