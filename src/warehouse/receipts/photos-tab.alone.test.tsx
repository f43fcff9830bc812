// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { PhotosTab } from "./photos-tab.tsx";
import type { ReceiptDetail } from "./receipts.contract.ts";

const page = openFormPage();
const nobody = page.caller;
page.caller = () => ({ ...nobody(), area: "p", role: "provider" });

beforeAll(() => loadRest());

test.each([
  { count: 199, reason: undefined },
  { count: 200, reason: codes["receipts.tooManyPhotos"].en_us },
])("a receipt with $count photos says whether it accepts more", async ({ count, reason }) => {
  // The picture never arrives: only the button is under test.
  page.hold = new Promise(() => undefined);
  const photo = { filename: "a.png", at: "2026-11-22T10:00:00.000Z", taken_by: "", line_uuid: null };
  const photos = Array.from({ length: count }, (_, at) => ({ ...photo, photo_uuid: String(at) }));
  const of = { receipt_uuid: "", status: "inspecting", lines: [], photos } as unknown as ReceiptDetail;
  await page.draw(
    <QueryClientProvider client={new QueryClient()}>
      <PhotosTab of={of} onChanged={() => undefined} />
    </QueryClientProvider>,
  );
  const button = [...page.element.querySelectorAll("button")].find(({ textContent }) => textContent === "Add photos");
  expect(button?.getAttribute("aria-disabled")).toBe(reason === undefined ? null : "true");
  expect(page.element.querySelector(".blocked-reason")?.textContent).toBe(reason);
});
