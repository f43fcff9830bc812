// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { EventsTab } from "./events-tab.tsx";
import type { ReceiptDetail } from "./receipts.contract.ts";

const page = openFormPage();
beforeAll(() => loadRest());

test("a receipt's history says when only its newest rows are shown", async () => {
  const event = {
    event: "put_away",
    to_status: "",
    from_status: "",
    reason: "",
    quantity: 1,
    username: "packer",
    at: "2026-11-22T10:00:00.000Z",
  };
  const of = (count: number) =>
    ({ events: Array.from({ length: count }, (_, at) => ({ ...event, event_uuid: String(at) })) }) as unknown as ReceiptDetail;
  await page.draw(<EventsTab of={of(199)} />);
  expect(page.element.querySelectorAll("li")).toHaveLength(199);
  expect(page.element.textContent).not.toContain("newest");
  await page.draw(<EventsTab of={of(200)} />);
  expect(page.element.textContent).toContain("Showing the newest 200.");
});
