import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { TopUpRequestStatus } from "#src/billing/wallet/top-up-request.machine.ts";
import type { listTopUpRequests, TopUpRequest } from "#src/billing/wallet/top-up-requests.contract.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import { selectRetailerName, selectWalletCurrency } from "./accounts.queries.ts";
import type { WalletScope } from "./wallet-scope.ts";

type Wanted = Omit<ParsedInputOf<typeof listTopUpRequests>, "provider_uuid" | "retailer_uuid">;

// Ids are chronological.
const keys: SortKeys = [{ column: sql.ref("top_up_request.request_uuid"), type: "uuid", direction: "desc" }];

/**
 * Lists a page of top-up requests, newest first.
 * @param retailerUuid null: all of the provider's retailers
 */
export async function listTopUpRequestRows(
  { tx, providerUuid }: WalletScope,
  retailerUuid: string | null,
  { status, cur_page, page_size, cursor }: Wanted,
): Promise<Result<Page<TopUpRequest>, "parameterError">> {
  let base = tx.selectFrom("top_up_request").where("top_up_request.provider_uuid", "=", providerUuid);
  if (retailerUuid !== null) base = base.where("top_up_request.retailer_uuid", "=", retailerUuid);
  if (status !== undefined) base = base.where("top_up_request.status", "=", status);
  return listPage(
    tx,
    {
      name: "wallet.list-top-up-requests",
      table: "top_up_request",
      base,
      keys,
      select: (rows) =>
        rows
          .leftJoin("top_up", (join) =>
            join
              .onRef("top_up.provider_uuid", "=", "top_up_request.provider_uuid")
              .onRef("top_up.top_up_uuid", "=", "top_up_request.top_up_uuid"),
          )
          .select(["top_up_request.request_uuid", "top_up_request.retailer_uuid", "top_up_request.status", "top_up_request.amount_cents"])
          .select(["top_up_request.currency", "top_up_request.reference", "top_up_request.note", "top_up_request.decision_note"])
          .select(["top_up_request.requested_at", "top_up_request.decided_at", "top_up.amount_cents as received_cents"])
          .select([selectRetailerName("top_up_request").as("retailer_name"), selectWalletCurrency("top_up_request").as("wallet_currency")])
          .select(sql<string>`top_up_request.sent_on::text`.as("sent_on")),
      show: ({ position: _position, status: state, requested_at, decided_at, ...row }): TopUpRequest => ({
        ...row,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
        status: state as TopUpRequestStatus,
        requested_at: requested_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? "",
      }),
    },
    { cur_page, page_size, cursor },
  );
}
