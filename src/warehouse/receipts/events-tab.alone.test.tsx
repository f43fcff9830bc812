// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import english from "./en_us.json" with { type: "json" };
import { EventsTab } from "./events-tab.tsx";
import type { ReceiptDetail, ReceiptEventRow } from "./receipts.contract.ts";
import { receiptMachine } from "./receipts.machine.ts";

const page = openFormPage();
beforeAll(() => loadRest());

const written = { reason: "", quantity: null, username: "packer", at: "2026-11-22T10:00:00.000Z" };

async function drawHistory(rows: readonly Pick<ReceiptEventRow, "event" | "from_status" | "to_status">[]): Promise<string[]> {
  const events = rows.map((row, at) => ({ ...written, ...row, event_uuid: String(at) }));
  await page.draw(<EventsTab of={{ events } as unknown as ReceiptDetail} />);
  return [...page.element.querySelectorAll("li .row")].map((row) => row.textContent ?? "");
}

test("each event in the history is one sentence, whatever status it led to", async () => {
  const rows = receiptMachine.transitions.flatMap(({ from, event, to }) =>
    from.map((from_status) => ({ event, from_status, to_status: to })),
  );
  const texts = await drawHistory(rows);
  expect(texts).toHaveLength(rows.length);
  const sentences = new Set<string>(Object.values(english.event));
  for (const [at, text] of texts.entries()) expect(sentences.has(text), `${JSON.stringify(rows[at])}: ${text}`).toBe(true);
});

test("putaway after an undo is distinguished from the start of putaway", async () => {
  const texts = await drawHistory([
    { event: "put_away", from_status: "inspecting", to_status: "putting_away" },
    { event: "undo_putaway", from_status: "completed", to_status: "putting_away" },
    { event: "put_away", from_status: "putting_away", to_status: "putting_away" },
  ]);
  expect(texts).toEqual(["Putaway started", "Putaway undone, receipt reopened", "Goods put away"]);
});
