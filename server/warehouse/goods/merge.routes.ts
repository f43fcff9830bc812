import { codes } from "#src/kit/api/codes.ts";
import { mergeVariants, previewMerge } from "#src/warehouse/goods/merge.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { merge, mergePair } from "./merge.commands.ts";
import { mergeTakes } from "./merge-takes.queries.ts";
import { mergeFacts, mergeRefusals } from "./merge.queries.ts";
import { getGoodsScope } from "./owners.queries.ts";

/** The calls that merge SKUs. */
export const mergeRoutes: readonly Implementation[] = [
  implement(previewMerge, async (input, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return refuse("notFound");
    const { tx, now } = context;
    const pair = await mergePair({ tx, now, providerUuid: scope.providerUuid }, input, false);
    if (pair === null) return refuse("notFound");
    const facts = await mergeFacts(tx, scope.providerUuid, pair);
    const { said: takes } = await mergeTakes(tx, scope.providerUuid, pair);
    const refusals = mergeRefusals(pair, facts).map((name) => {
      const { code, en_us, zh_cn } = codes[name];
      return { code, msg: { en_us, zh_cn } };
    });
    return ok({ ...facts, variants: pair.from.length, takes, refusals });
  }),

  implement(mergeVariants, async (input, context) => {
    const scope = getGoodsScope(context);
    if (scope === null) return refuse("notFound");
    const { tx, now } = context;
    const { userUuid } = requireActor(context);
    const merged = await merge({ tx, now, providerUuid: scope.providerUuid, followUps: context.services.followUps }, userUuid, input);
    if (!merged.ok) return merged;
    await writeAudit(tx, context, {
      action: "goods.merge-variants",
      subjectType: "variant",
      subjectUuid: input.into_uuid,
      detail: { from: input.from_uuids, pieces: merged.value.pieces },
    });
    return ok(merged.value);
  }),
];
