import {
  createCarrierAccount,
  deleteCarrierAccount,
  listApiNames,
  listCarrierAccounts,
  setCarrierAccountEnabled,
  updateCarrierAccount,
} from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { carrierApiNames, parametersByApi } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation, RequestContext } from "#server/platform/http/context.ts";
import { changeAccount, insertAccount, removeAccount, setAccountEnabled } from "./carrier-accounts.commands.ts";
import type { AccountContext } from "./carrier-accounts.commands.ts";
import { listAccountPage } from "./carrier-accounts.queries.ts";

/** @throws Error for a session without a provider: the calls are only for staff */
function getProvider(context: RequestContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return providerUuid;
}

function getAccountContext(context: CallContext): AccountContext {
  return { tx: context.tx, providerUuid: getProvider(context), now: context.now, secrets: context.services.secrets };
}

/** Writes the audit row of a change. `detail` names no secret, and no part of one. */
function auditAccount(
  { tx, ...context }: CallContext,
  action: string,
  subjectUuid: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType: "carrier account", subjectUuid, detail });
}

/** The entered parameters as an audit row records them: for secrets, only whether they were set. */
function describeParameters({ label, api_token, password }: { label: string; api_token: string; password: string }) {
  return { label, sets_api_token: api_token !== "", sets_password: password !== "" };
}

const apiNames = carrierApiNames.map((api_name) => ({ api_name, parameters: [...parametersByApi[api_name]] }));

/** The calls of carrier accounts. */
export const carrierAccountsRoutes: readonly Implementation[] = [
  implement(listCarrierAccounts, (input, context) =>
    listAccountPage(context.tx, getProvider(context), input, requireActor(context).role === "provider"),
  ),

  implement(listApiNames, async () => ok({ result: apiNames })),

  implement(createCarrierAccount, async (input, context) => {
    const made = await insertAccount(getAccountContext(context), input);
    if (!made.ok) return made;
    await auditAccount(context, createCarrierAccount.name, made.value, { api_name: input.api_name, ...describeParameters(input) });
    return ok({ carrier_account_uuid: made.value, version: 1 });
  }),

  implement(updateCarrierAccount, async (input, context) => {
    const changed = await changeAccount(getAccountContext(context), input);
    if (!changed.ok) return changed;
    await auditAccount(context, updateCarrierAccount.name, input.carrier_account_uuid, describeParameters(input));
    return changed;
  }),

  implement(setCarrierAccountEnabled, async (input, context) => {
    const changed = await setAccountEnabled(getAccountContext(context), input);
    if (!changed.ok) return changed;
    await auditAccount(context, setCarrierAccountEnabled.name, input.carrier_account_uuid, { is_enabled: input.is_enabled });
    return changed;
  }),

  implement(deleteCarrierAccount, async (input, context) => {
    const removed = await removeAccount(getAccountContext(context), input);
    if (!removed.ok) return removed;
    await auditAccount(context, deleteCarrierAccount.name, input.carrier_account_uuid, {});
    return removed;
  }),
];
