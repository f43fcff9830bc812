import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { TopUpMethod } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { TopUp, listTopUps } from "#src/billing/wallet/wallet.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import { selectOwnerName } from "#server/warehouse/goods/variants.queries.ts";
import type { WalletScope } from "./wallet-scope.ts";

type Wanted = Omit<ParsedInputOf<typeof listTopUps>, "provider_uuid" | "retailer_uuid">;

// Ids are chronological.
const keys: SortKeys = [{ column: sql.ref("top_up.top_up_uuid"), type: "uuid", direction: "desc" }];

function filterTopUps(
  { tx, providerUuid }: WalletScope,
  retailerUuid: string | null,
  { method, reversed }: Pick<Wanted, "method" | "reversed">,
) {
  let base = tx.selectFrom("top_up").where("top_up.provider_uuid", "=", providerUuid);
  if (retailerUuid !== null) base = base.where("top_up.retailer_uuid", "=", retailerUuid);
  if (method !== undefined) base = base.where("top_up.method", "=", method);
  if (reversed !== undefined) base = base.where("top_up.reversed_at", reversed ? "is not" : "is", null);
  return base;
}

/**
 * Lists a page of top-ups, newest first.
 * @param retailerUuid null: all of the provider's retailers
 */
export async function listTopUpRows(
  scope: WalletScope,
  retailerUuid: string | null,
  { cur_page, page_size, cursor, ...filters }: Wanted,
): Promise<Result<Page<TopUp>, "parameterError">> {
  const recordedBy = scope.retailerUuid === null ? sql<string>`colleague_name(top_up.recorded_by)` : sql<string>`''`;
  return listPage(
    scope.tx,
    {
      name: "wallet.list-top-ups",
      table: "top_up",
      base: filterTopUps(scope, retailerUuid, filters),
      keys,
      select: (rows) =>
        rows
          .select(["top_up.top_up_uuid", "top_up.retailer_uuid", "top_up.amount_cents", "top_up.currency", "top_up.method"])
          .select(["top_up.reference", "top_up.remark", "top_up.recorded_at", "top_up.reversed_at", "top_up.reversal_reason"])
          .select([selectOwnerName("top_up.retailer_uuid").as("retailer_name"), recordedBy.as("recorded_by")])
          .select(sql<string>`top_up.received_on::text`.as("received_on")),
      show: ({ position: _position, method, recorded_at, recorded_by, reversed_at, ...row }): TopUp => ({
        ...row,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
        method: method as TopUpMethod,
        recorded_at: recorded_at.toISOString(),
        recorded_by: recorded_by ?? "",
        is_reversed: reversed_at !== null,
      }),
    },
    { cur_page, page_size, cursor },
  );
}
