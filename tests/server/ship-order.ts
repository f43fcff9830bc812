import { platform } from "#server/platform/db/row-security.ts";
import type { TestApp } from "./app.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

interface ShipOptions {
  /** where its goods were; by default a stage of its own */
  readonly stage?: StockStage;
  readonly status?: "shipped" | "delivered" | "sent_back";
}

/** Creates an order of a person's company whose three pieces were handed over to a carrier. */
export function shipOrder(test: TestApp, person: Person, { stage, status = "shipped" }: ShipOptions = {}): Promise<OrderRows> {
  return test.services.database.transaction(platform, (tx) => addOrderRows(tx, person, status, stage));
}
