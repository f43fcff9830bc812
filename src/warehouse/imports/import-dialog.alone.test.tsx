// @vitest-environment jsdom
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { act } from "react";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { createClient } from "#src/kit/api/client.ts";
import { codes } from "#src/kit/api/codes.ts";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { loadKit } from "#tests/factories/kit.ts";
import { ImportDialog } from "./import-dialog.screen.tsx";
import type { ImportJob } from "./imports.contract.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = () => undefined;

let server: Server;
let root: Root;
let caller: Caller;
let asked: { deed: string; body: string }[] = [];
let answers: Readonly<Record<string, ReturnType<typeof answerOf>>> = {};
let closed = 0;
let posted: ImportJob[] = [];

const said = (name: "imports.notWhole" | "imports.wrongColumns" | "goods.barcodeShared") => ({
  code: codes[name].code,
  msg: { en_us: codes[name].en_us, zh_cn: codes[name].zh_cn },
});

function job(change: Partial<ImportJob> = {}): ImportJob {
  const counts = { row_count: 3, ready_count: 2, bad_row_count: 1, problem_count: 1 };
  return {
    import_uuid: "0190a0a0-0000-7000-8000-000000000001",
    kind: "receipts",
    status: "CHECKED",
    file_name: "goods.xlsx",
    ...counts,
    result: {},
    drafts: [],
    created_at: "",
    posted_at: "",
    ...change,
  };
}

const problems = [{ row_number: 3, field: "expected_quantity", value: "many", ...said("imports.notWhole") }];
const checked = answerOf("success", {
  problem: null,
  job: job(),
  rows: [{ row_number: 2, cells: { sku: "MUG-1" }, problems: [] }],
  problems,
  warnings: [],
  warning_count: 0,
});
const refused = answerOf("success", {
  problem: { ...said("imports.wrongColumns"), sheet: "Data", place: "", missing: ["sku"], unknown: ["Colour"] },
  job: null,
  rows: [],
  problems: [],
  warnings: [],
  warning_count: 0,
});

beforeAll(async () => {
  server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const deed = /[^/?]+(?=\?|$)/.exec(request.url ?? "")?.[0] ?? "";
      if (request.method === "POST") asked.push({ deed, body: Buffer.concat(chunks).toString() });
      const head = { "content-type": "application/json", "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
      reply.writeHead(200, head).end(JSON.stringify((answers[deed] ?? answerOf("success", job())).body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = createClient({ origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, tokens: () => null });
  caller = { area: "p", client, scope: { username: "packer", providerUuid: "" }, role: "provider", permissions: [], isReadOnly: false };
  await Promise.all([loadRest(), loadKit()]);
  await showLanguage("en_us");
});

afterAll(() => server.close());

beforeEach(async () => {
  [asked, posted, closed] = [[], [], 0];
  const page = document.createElement("main");
  document.body.append(page);
  root = createRoot(page);
  const hear = { onClose: () => (closed += 1), onPosted: (done: ImportJob) => posted.push(done) };
  await act(async () =>
    root.render(
      <CallerContext value={caller}>
        <ImportDialog
          kind="receipts"
          open
          {...hear}
          linkDraft={({ document_uuid, document_number }) => <a href={`?receipt=${document_uuid}`}>{document_number}</a>}
        />
      </CallerContext>,
    ),
  );
  await until(() => document.querySelector(".dialog") !== null);
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const text = () => document.querySelector(".dialog")?.textContent ?? "";

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3000 && !holds(); tries += 1) await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(holds(), text()).toBe(true);
}

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("nowhere to choose a file");
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  Object.defineProperty(input, "value", { value: "", writable: true, configurable: true });
  await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
}

async function press(label: string): Promise<void> {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  if (button === undefined) throw new Error(`no button says ${label}: ${text()}`);
  await act(async () => {
    button.click();
    button.click();
  });
}

const workbook = (bytes = 10) => new File([new Uint8Array(bytes)], "goods.xlsx");

test("a file is checked, its problems are listed by row and column, and the good rows are posted once", async () => {
  answers = { "upload-import": checked, "post-import": answerOf("success", job({ status: "POSTED", result: { receipts: 1, lines: 2 } })) };
  await choose(workbook());
  await until(() => text().includes("1 row has a problem"));
  expect(text()).toContain("2 rows can be posted");
  expect(text()).toContain(`3Expected quantitymany${codes["imports.notWhole"].en_us}`);
  expect(text()).toContain("MUG-1");
  await press("Skip the bad rows, post 2");
  await until(() => text().includes("2 rows posted"));
  expect(text()).toContain("1 receipt");
  expect(asked.map(({ deed }) => deed)).toEqual(["upload-import", "post-import"]);
  expect(JSON.parse(asked[1]?.body ?? "")).toEqual({ import_uuid: job().import_uuid, skip_bad_rows: true });
  expect(posted).toHaveLength(1);
});

test("warnings are listed by row before the rows are posted, the first ten and how many more there are", async () => {
  const warnings = Array.from({ length: 12 }, (_, at) => ({
    row_number: at + 2,
    field: "sku",
    value: `MUG-${String(at)}`,
    ...said("goods.barcodeShared"),
  }));
  const { body } = checked;
  answers = { "upload-import": { ...checked, body: { ...body, data: { ...(body.data as object), warnings, warning_count: 12 } } } };
  await choose(workbook());
  await until(() => text().includes("12 rows to check"));
  expect(text()).toContain(`Row 2, SKU MUG-0: ${codes["goods.barcodeShared"].en_us}`);
  expect(text()).toContain("And 2 more rows.");
  expect(text()).not.toContain("MUG-10");
});

test("a refused workbook shows why and where, and another one can be chosen", async () => {
  answers = { "upload-import": refused };
  await choose(workbook());
  await until(() => text().includes("goods.xlsx cannot be imported"));
  expect(text()).toContain("Missing columnsSKU");
  expect(text()).toContain("Colour");
  answers = { "upload-import": checked };
  await choose(workbook());
  await until(() => text().includes("1 row has a problem"));
});

test("the created receipts are named as drafts, each with its link, and how many more there are", async () => {
  const drafts = [{ document_uuid: "0190a0a0-0000-7000-8000-000000000002", document_number: "R-7" }];
  const done = job({ status: "POSTED", result: { receipts: 3, lines: 5 }, drafts });
  answers = { "upload-import": checked, "post-import": answerOf("success", done) };
  await choose(workbook());
  await until(() => text().includes("1 row has a problem"));
  await press("Skip the bad rows, post 2");
  await until(() => text().includes("The 3 receipts are drafts. Submit each of them to announce the goods:"));
  const link = document.querySelector<HTMLAnchorElement>(".dialog a");
  expect([link?.textContent, link?.getAttribute("href")]).toEqual(["R-7", `?receipt=${drafts[0]?.document_uuid ?? ""}`]);
  expect(text()).toContain("2 more drafts are in the list of receipts.");
});

test("a file that is too large is not sent", async () => {
  await choose(workbook(10 * 1024 * 1024 + 1));
  await until(() => text().includes("goods.xlsx is larger than 10 MB"));
  expect(asked).toEqual([]);
});

test("a refusal to post is shown with the rows still listed, and closing discards the import", async () => {
  answers = { "upload-import": checked, "post-import": answerOf("changedMeanwhile") };
  await choose(workbook());
  await until(() => text().includes("1 row has a problem"));
  await press("Skip the bad rows, post 2");
  await until(() => text().includes(codes.changedMeanwhile.en_us));
  expect(text()).toContain("1 row has a problem");
  await press("Cancel");
  await until(() => asked.some(({ deed }) => deed === "discard-import"));
  expect(closed).toBeGreaterThan(0);
  expect(posted).toEqual([]);
});
