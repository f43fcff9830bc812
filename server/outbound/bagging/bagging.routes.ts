import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  findToBag,
  getBag,
  listBagChannels,
  openBag,
  printBaggedList,
  printBagTags,
  putIntoBag,
  queryBaggedElements,
  sealBag,
  takeOutOfBag,
  unsealBag,
} from "#src/outbound/bagging/bagging.contract.ts";
import {
  dissolveManifest,
  getManifest,
  handOverManifest,
  listManifests,
  makeManifest,
  printManifest,
} from "#src/outbound/bagging/manifests.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementBatch, implementFile } from "#server/platform/http/context.ts";
import type { CallContext, FileAnswer, Implementation } from "#server/platform/http/context.ts";
import type { Services } from "#server/platform/services.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { open, seal, unseal } from "./bags.commands.ts";
import { countSeenParcels, findBag, findBagByCode, findParcelByCode, listBagRows, listBagsByPairs, listChannels } from "./bags.queries.ts";
import { handOver } from "./hand-over.commands.ts";
import { dissolve, make } from "./make-manifest.commands.ts";
import { findManifest, findManifestByCode, listManifestPage } from "./manifests.queries.ts";
import { printLists, drawManifest, printTags } from "./print-bags.ts";
import { putInto, takeOut } from "./put-into-bag.commands.ts";

/** Parcels of a batch's set, which is one transaction. */
const parcelsInSet = 100;

/** Handles a call that changes a bag or a manifest, writes it to the audit log, and returns its new state. */
function changes<C extends Call>(
  call: C,
  subject: "bag" | "manifest",
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
  find: (scope: OrderScope, uuid: string) => Promise<OutputOf<C> | null>,
  listDetail: (input: ParsedInputOf<C>, found: OutputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<OutputOf<C>, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    const found = await find(scope, changed.value);
    if (found === null) throw new Error(`bagging: a ${subject} that was just changed is missing`);
    const { tx, ...request } = context;
    const detail = listDetail(input, found);
    await writeAudit(tx, request, { action: call.name, subjectType: subject, subjectUuid: changed.value, detail });
    return ok(found);
  };
}

/** Handles a call that answers with a PDF. */
function prints<I, P extends RefusalName>(
  print: (scope: OrderScope, input: I, services: Services) => Promise<Result<FileAnswer, P>>,
): (input: I, context: CallContext) => Promise<Result<FileAnswer, P | "notFound">> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : print(scope, input, context.services);
  };
}

export const baggingRoutes: readonly Implementation[] = [
  implement(listBagChannels, async ({ warehouse_uuid }, context) => {
    const scope = getOrderScope(context);
    return ok({ channels: scope === null ? [] : await listChannels(scope, warehouse_uuid) });
  }),
  implement(findToBag, async ({ code, warehouse_uuid }, context) => {
    const scope = getOrderScope(context);
    const nothing = { kind: "unknown", bag: null, parcel: null, manifest: null } as const;
    if (scope === null) return ok(nothing);
    const bag = await findBagByCode(scope, code, warehouse_uuid);
    if (bag !== null) return ok({ ...nothing, kind: "bag", bag });
    const parcel = await findParcelByCode(scope, code, warehouse_uuid);
    if (parcel !== null) return ok({ ...nothing, kind: "parcel", parcel });
    const manifest = await findManifestByCode(scope, code, warehouse_uuid);
    return ok(manifest === null ? nothing : { ...nothing, kind: "manifest", manifest });
  }),
  implement(getBag, async ({ bag_uuid }, context) => {
    const scope = getOrderScope(context);
    const bag = scope === null ? null : await findBag(scope, bag_uuid);
    return bag === null ? refuse("notFound") : ok(bag);
  }),
  implement(
    openBag,
    changes(openBag, "bag", open, findBag, (_input, { bag_number }) => ({ bag_number })),
  ),
  implementBatch<typeof putIntoBag, string>(putIntoBag, {
    setSize: parcelsInSet,
    plan: async ({ bag_uuid, parcel_ids }, context) => {
      const scope = getOrderScope(context);
      const uuids = new Set(parcel_ids.map((uuid) => uuid.toLowerCase()));
      if (scope === null || (await listBagRows(scope, [bag_uuid])).length === 0) return refuse("notFound");
      return (await countSeenParcels(scope, [...uuids])) === uuids.size ? ok(parcel_ids) : refuse("notFound");
    },
    runSet: async (uuids, { bag_uuid }, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("bagging: a batch without a provider");
      const refused = await putInto(scope, bag_uuid, uuids);
      if (!refused.ok) throw new Error("bagging: the bag of a batch is missing");
      const parcels = uuids.filter((uuid) => !refused.value.some(({ order_id }) => order_id === uuid));
      const { tx, ...request } = context;
      if (parcels.length > 0)
        await writeAudit(tx, request, { action: putIntoBag.name, subjectType: "bag", subjectUuid: bag_uuid, detail: { parcels } });
      return refused.value;
    },
  }),
  implement(
    takeOutOfBag,
    changes(takeOutOfBag, "bag", takeOut, findBag, ({ parcel_uuid }) => ({ parcels: [parcel_uuid] })),
  ),
  implement(
    sealBag,
    changes(sealBag, "bag", seal, findBag, ({ weight_grams }) => ({ weight_grams })),
  ),
  implement(unsealBag, changes(unsealBag, "bag", unseal, findBag)),
  implement(queryBaggedElements, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listBagsByPairs(scope, input);
  }),
  implementFile(printBaggedList, prints(printLists)),
  implementFile(printBagTags, prints(printTags)),
  implement(listManifests, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listManifestPage(scope, input);
  }),
  implement(getManifest, async ({ manifest_uuid }, context) => {
    const scope = getOrderScope(context);
    const manifest = scope === null ? null : await findManifest(scope, manifest_uuid);
    return manifest === null ? refuse("notFound") : ok(manifest);
  }),
  implement(
    makeManifest,
    changes(makeManifest, "manifest", make, findManifest, (_input, { manifest_number, bag_count }) => ({
      manifest_number,
      bags: bag_count,
    })),
  ),
  implement(
    dissolveManifest,
    changes(dissolveManifest, "manifest", dissolve, findManifest, (_input, { manifest_number }) => ({ manifest_number })),
  ),
  implementFile(
    printManifest,
    prints((scope, input, services) => drawManifest(scope, services, input)),
  ),
  implement(
    handOverManifest,
    changes(handOverManifest, "manifest", handOver, findManifest, (_input, { manifest_number, parcel_count }) => ({
      manifest_number,
      parcels: parcel_count,
    })),
  ),
];
