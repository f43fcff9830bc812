import {
  acceptInvitation,
  inviteOperator,
  listBindableWarehouses,
  listOperators,
  setOperatorsBlocked,
  setPermissions,
} from "#src/company/operators/operators.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { AuditNote } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation, RequestContext } from "#server/platform/http/context.ts";
import { checkAcceptance, finishAcceptance } from "./acceptance.commands.ts";
import { invite } from "./invitation.commands.ts";
import { permit, setBlocked } from "./operators.commands.ts";
import { listWarehouseNames } from "./bound-warehouses.queries.ts";
import { listOperatorRows, readOperator } from "./operators.queries.ts";

function getProvider(context: RequestContext): string {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a provider's session has no provider");
  return providerUuid;
}

async function note(
  { tx, ...context }: CallContext,
  userUuid: string,
  about: Pick<AuditNote, "action" | "detail" | "person">,
): Promise<void> {
  await writeAudit(tx, context, { ...about, subjectType: "user", subjectUuid: userUuid });
}

export const operatorsRoutes: readonly Implementation[] = [
  implement(listOperators, (input, context) => listOperatorRows(context.tx, getProvider(context), input)),

  implement(listBindableWarehouses, async (_input, context) => ok({ result: await listWarehouseNames(context.tx, getProvider(context)) })),

  implement(inviteOperator, async (input, context) => {
    const invited = await invite(context.tx, getProvider(context), input, context);
    if (!invited.ok) return invited;
    const { userUuid, isAgain } = invited.value;
    await note(context, userUuid, {
      action: "operators.invite-operator",
      detail: { permissions: input.permissions, warehouses: input.warehouse_uuids, again: isAgain },
      person: { email: input.email, display_name: input.display_name },
    });
    return ok({ user_uuid: userUuid, is_again: isAgain });
  }),

  implementSlow(acceptInvitation, async (form, context) => {
    const checked = await checkAcceptance(form, context);
    if (!checked.ok) return checked;
    const { operator, passwordHash } = checked.value;
    const { username, token } = form;
    return context.act(async (tx) => {
      const made = await finishAcceptance(tx, operator, { username, passwordHash, token }, context.now);
      if (!made.ok) return made;
      await writeAudit(tx, context, {
        action: "operators.accept-invitation",
        subjectType: "user",
        subjectUuid: operator.userUuid,
        by: { ...operator, retailerUuid: null, username },
      });
      return ok({ username });
    });
  }),

  implement(setPermissions, async (input, context) => {
    const permitted = await permit(context.tx, getProvider(context), input);
    if (!permitted.ok) return permitted;
    await note(context, input.user_uuid, { action: "operators.set-permissions", detail: { ...permitted.value } });
    return ok(await readOperator(context.tx, getProvider(context), input.user_uuid));
  }),

  implement(setOperatorsBlocked, async (input, context) => {
    const changed = await setBlocked(context.tx, getProvider(context), input, context.now);
    if (!changed.ok) return changed;
    for (const userUuid of changed.value)
      await note(context, userUuid, { action: "operators.set-blocked", detail: { blocked: input.blocked } });
    return ok({ changed: changed.value.length });
  }),
];
