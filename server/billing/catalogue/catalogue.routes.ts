import {
  addItems,
  getItem,
  listItems,
  listPriceTiers,
  removePriceTier,
  savePriceTier,
  setItemPrices,
  setItemStatus,
  updateItem,
} from "#src/billing/catalogue/catalogue.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit, writeAuditOfAll } from "#server/platform/audit-trail/audit.commands.ts";
import { implement } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { insertItems, saveItemTexts, saveStatus } from "./item.commands.ts";
import { findItemDetail } from "./item-detail.queries.ts";
import { listItemRows } from "./items.queries.ts";
import { replacePrices } from "./prices.commands.ts";
import { getStaffScope } from "./catalogue-scope.ts";
import { removeTier, saveTier } from "./tiers.commands.ts";
import { readPriceTiers } from "./tiers.queries.ts";

export const catalogueRoutes: readonly Implementation[] = [
  implement(listItems, (input, context) => listItemRows(context.tx, getStaffScope(context).providerUuid, input)),

  implement(getItem, async ({ item_uuid }, context) => {
    const item = await findItemDetail(context.tx, getStaffScope(context).providerUuid, item_uuid);
    return item === null ? refuse("notFound") : ok(item);
  }),

  implement(addItems, async ({ product_uuids }, context) => {
    const added = await insertItems(getStaffScope(context), product_uuids);
    if (!added.ok) return added;
    const notes = added.value.added.map(({ item_uuid, product_uuid }) => ({
      action: "catalogue.add-items",
      subjectType: "product",
      subjectUuid: product_uuid,
      detail: { item_uuid },
    }));
    await writeAuditOfAll(context.tx, context, notes);
    return added;
  }),

  implement(updateItem, async (input, context) => {
    const changed = await saveItemTexts(getStaffScope(context), input);
    if (changed.ok)
      await writeAudit(context.tx, context, {
        action: "catalogue.update-item",
        subjectType: "catalogue item",
        subjectUuid: input.item_uuid,
        detail: { title: input.title },
      });
    return changed;
  }),

  implement(setItemStatus, async (input, context) => {
    const changed = await saveStatus(getStaffScope(context), input);
    if (!changed.ok) return changed;
    const notes = changed.value.map((subjectUuid) => ({
      action: "catalogue.set-status",
      subjectType: "catalogue item",
      subjectUuid,
      detail: { status: input.status },
    }));
    await writeAuditOfAll(context.tx, context, notes);
    return ok({ changed: changed.value.length });
  }),

  implement(setItemPrices, async (input, context) => {
    const changed = await replacePrices(getStaffScope(context), input);
    if (changed.ok)
      await writeAudit(context.tx, context, {
        action: "catalogue.set-prices",
        subjectType: "catalogue item",
        subjectUuid: input.item_uuid,
        detail: { prices: input.prices.length },
      });
    return changed;
  }),

  implement(listPriceTiers, async (_input, context) =>
    ok({ result: await readPriceTiers(context.tx, getStaffScope(context).providerUuid) }),
  ),

  implement(savePriceTier, async (input, context) => {
    const saved = await saveTier(getStaffScope(context), input);
    if (saved.ok)
      await writeAudit(context.tx, context, {
        action: "catalogue.save-price-tier",
        subjectType: "price tier",
        subjectUuid: saved.value.price_tier_uuid,
        detail: { name: input.name },
      });
    return saved;
  }),

  implement(removePriceTier, async (input, context) => {
    const removed = await removeTier(getStaffScope(context), input);
    if (!removed.ok) return removed;
    const { name, removed_prices } = removed.value;
    await writeAudit(context.tx, context, {
      action: "catalogue.remove-price-tier",
      subjectType: "price tier",
      subjectUuid: input.price_tier_uuid,
      detail: { name, prices: removed_prices },
    });
    return ok({ removed_prices });
  }),
];
