import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { CarrierErrorRow, listCarrierErrors } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { limitFirst } from "#server/platform/db/limit-first.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { Placed } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

interface ErrorRow extends Placed, Omit<CarrierErrorRow, "at"> {
  at: Date;
}

/** Returns a page of a provider's failed requests to carriers, newest first. */
export function listErrorPage(
  tx: Tx,
  providerUuid: string,
  { carrier_account_uuid, operation, kind, reference, ...request }: ParsedInputOf<typeof listCarrierErrors>,
): Promise<Result<Page<CarrierErrorRow>, "parameterError">> {
  let base = tx.selectFrom("carrier_error").where("carrier_error.provider_uuid", "=", providerUuid);
  if (carrier_account_uuid !== undefined) base = base.where("carrier_error.carrier_account_uuid", "=", carrier_account_uuid);
  if (operation !== undefined) base = base.where("operation", "=", operation);
  if (kind !== undefined) base = base.where("kind", "=", kind);
  if (reference !== undefined && reference !== "") base = base.where("reference", "=", reference);
  return listPage(
    tx,
    {
      name: "carrier-accounts.list-errors",
      table: "carrier_error",
      base,
      keys: [{ column: sql.ref("carrier_error.carrier_error_uuid"), type: "uuid", direction: "desc" }],
      select: (page) =>
        limitFirst(tx, "carrier_error", page)
          .innerJoin("carrier_account", (join) =>
            join
              .onRef("carrier_account.provider_uuid", "=", "carrier_error.provider_uuid")
              .onRef("carrier_account.carrier_account_uuid", "=", "carrier_error.carrier_account_uuid"),
          )
          .select([
            "carrier_error.carrier_error_uuid",
            "carrier_error.carrier_account_uuid",
            "carrier_account.label as account_label",
            "carrier_account.api_name",
            "carrier_error.at",
            "carrier_error.operation",
            "carrier_error.kind",
            "carrier_error.code",
            "carrier_error.text",
            "carrier_error.reference",
          ])
          .$castTo<ErrorRow>(),
      show: ({ position: _position, at, ...row }) => ({ ...row, at: at.toISOString() }),
    },
    request,
  );
}
