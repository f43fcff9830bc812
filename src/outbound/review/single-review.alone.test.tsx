// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { useSessions } from "#src/kit/session/session.store.ts";
import { warehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { answerOf } from "#tests/factories/answers.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { scanInto } from "#tests/factories/scan-into.ts";
import { useReviewings } from "./review.store.ts";
import { SingleReviewScreen } from "./single-review.screen.tsx";

Element.prototype.scrollIntoView = () => undefined;

const [north, south] = ["0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"];
const warehouse = (warehouse_uuid: string, name: string) => ({ warehouse_uuid, name, code: name, country_code: "DE", is_closed: false });
const page = openFormPage();
let warehouses: readonly object[] = [];
/** the warehouse whose settings were fetched last */
let known = "";
let client = new QueryClient();

const draw = () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return page.draw(
    <CallerContext
      value={{ ...page.caller(), area: "p", scope: { username: "ann", providerUuid: "p" }, role: "operator", permissions: ["review"] }}
    >
      <QueryClientProvider client={client}>
        <SingleReviewScreen />
      </QueryClientProvider>
    </CallerContext>,
  );
};
/** Waits until the screen knows what the scanners of a warehouse add to a code. */
async function untilKnown(warehouseUuid: string): Promise<void> {
  await page.until(() => known === warehouseUuid && client.isFetching() === 0);
  // The query tells its screen in the next turn of the event loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}
const step = () => page.element.querySelector(".hand-held-step")?.textContent ?? "";
const sent = () => page.asked.map(({ body }) => body).filter((body) => JSON.stringify(body).includes('"code"'));

beforeAll(() => loadRest());
beforeEach(() => {
  useReviewings.setState({ reviewings: {} });
  const who = { username: "ann", relatedId: "p", avatar: "", shops: [], since: 0, role: "Operator" } as const;
  useSessions.setState({ sessions: { p: { ...who, accessToken: "ann", csrfToken: "c" }, ds: null } });
  page.answerTo = ({ pathname, searchParams }) => {
    if (pathname.endsWith("/query-storage"))
      return answerOf("success", { result: warehouses, total: warehouses.length, total_is_exact: true, next_cursor: null });
    if (pathname.endsWith("/get-settings")) {
      known = searchParams.get("warehouse_uuid") ?? "";
      return answerOf("success", {
        warehouse_uuid: searchParams.get("warehouse_uuid"),
        name: "",
        version: 1,
        settings: warehouseSettings.parse({ scanner: { prefixes: [searchParams.get("warehouse_uuid") === south ? "S~" : "N~"] } }),
      });
    }
    if (pathname.endsWith("/find-to-review"))
      return answerOf("success", { kind: "unknown", location: "", warehouse_uuid: null, orders: [] });
    return answerOf("review.noSinglePiece", null);
  };
});

test("of several warehouses one is chosen, and every scan of a piece is of it, without what its scanner adds", async () => {
  warehouses = [warehouse(north, "North"), warehouse(south, "South")];
  await draw();
  await page.until(() => step().startsWith("Choose your warehouse"));
  await scanInto(page.element, "MUG");
  await page.until(() => page.element.textContent.includes("Choose your warehouse"));
  expect(sent()).toEqual([]);
  const options = [...page.element.querySelectorAll<HTMLElement>("button")];
  options.find(({ textContent }) => textContent?.includes("South"))?.click();
  await page.until(() => step().startsWith("Scan a piece"));
  await page.until(() => page.element.textContent.includes("South"));
  // The scanner of that warehouse puts this before each code.
  await untilKnown(south);
  await scanInto(page.element, "S~MUG");
  await page.until(() => sent().length > 0);
  expect(sent()).toEqual([{ code: "MUG", warehouse_uuid: south }]);
  // No order waits for it: it is reported with one key.
  await page.until(() => page.element.textContent.includes("Report this piece"));
});

test("the only warehouse is not asked for", async () => {
  warehouses = [warehouse(north, "North")];
  await draw();
  await page.until(() => step().startsWith("Scan a piece"));
  await untilKnown(north);
  await scanInto(page.element, "N~CAP");
  await page.until(() => sent().length > 0);
  expect(sent()).toEqual([{ code: "CAP", warehouse_uuid: north }]);
});
