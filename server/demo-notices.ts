import { sql } from "kysely";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { demoWords } from "./demo-names.ts";
import { confirmStep } from "./outbound/orders/desk-steps.commands.ts";
import { addOrder } from "./outbound/orders/draft.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";
import { takeStep } from "./outbound/orders/order-steps.commands.ts";
import { submitStep } from "./outbound/orders/submit.commands.ts";

/** The shipping notices of the demo: SKUs, and pieces of each, to a warehouse of a marketplace. */
const notices = [
  { skus: 3, pieces: 12 },
  { skus: 2, pieces: 8 },
] as const;

/** Lists SKUs of a retailer of which most pieces are free at one place. */
async function listWellStocked({ tx, providerUuid }: OrderScope, ownerUuid: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ variant_uuid: string }>`
    select b.variant_uuid from stock_balance b
      join variant v on v.provider_uuid = b.provider_uuid and v.variant_uuid = b.variant_uuid and v.owner_uuid = ${ownerUuid} and not v.is_bundle
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type = 'pick' and not l.is_blocked
    where b.provider_uuid = ${providerUuid} and b.lot = '' and b.condition = 'good'
    order by b.quantity - b.reserved desc, b.variant_uuid limit ${count}`.execute(tx);
  return rows.map(({ variant_uuid }) => variant_uuid);
}

/**
 * Places shipping notices of a retailer, which are confirmed and have their stock, with the commands of the screens.
 * @param scope acts for the provider
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoNotices(scope: OrderScope, warehouse_uuid: string, owner_uuid: string): Promise<void> {
  const variants = await listWellStocked(
    scope,
    owner_uuid,
    notices.reduce((sum, { skus }) => sum + skus, 0),
  );
  const uuids: string[] = [];
  for (const [at, { skus, pieces }] of notices.entries()) {
    const draft = createOrder.input.parse({
      owner_uuid,
      kind: "shipping_notice",
      reference: `FBA-${String(4101 + at)}`,
      warehouse_uuid,
      country: "US",
      recipient: {
        consignee: demoWords.fulfilmentCentre,
        phone: "+1 555 0142",
        address: "24300 Example Road",
        city: "Exampleton",
        state: "CA",
        zip: "92551",
      },
      lines: variants.splice(0, skus).map((variant_uuid) => ({ variant_uuid, quantity: pieces })),
    });
    const added = await addOrder(scope, draft);
    if (!added.ok) throw new Error(`demo notices: ${added.problem}`);
    uuids.push(added.value.order_uuid);
  }
  const refused = [
    ...(await takeStep(scope, submitStep, uuids.toSorted(), {})),
    ...(await takeStep(scope, confirmStep, uuids.toSorted(), {})),
  ];
  if (refused[0] !== undefined) throw new Error(`demo notices: ${JSON.stringify(refused[0])}`);
}
