import {
  joinProvider,
  myProviders,
  queryAllProviders,
  queryProviderDetail,
  queryProviders,
  switchProvider,
} from "#src/company/providers/providers.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { join, switchTo } from "./providers.commands.ts";
import { listOpenProviders, openProviderNamed, openProviders, listProvidersOfRetailer } from "./providers.queries.ts";

function getRetailer(context: RequestContext): string {
  const { retailerUuid } = requireActor(context);
  if (retailerUuid === null) throw new Error("a retailer's session has no retailer");
  return retailerUuid;
}

export const providersRoutes: readonly Implementation[] = [
  implement(queryAllProviders, async (_input, { tx }) => ok({ result: await listOpenProviders(tx) })),

  implement(queryProviders, (input, { tx }) => openProviders(tx, input)),

  implement(queryProviderDetail, async ({ name_of_provider }, { tx }) => ok({ result: await openProviderNamed(tx, name_of_provider) })),

  implement(myProviders, async (_input, context) => {
    const { providerUuid, openedBy } = requireActor(context);
    const all = await listProvidersOfRetailer(context.tx, getRetailer(context));
    const result = all.map((provider) => ({ ...provider, is_current: provider.provider_uuid === providerUuid }));
    // A supplier in a support session must not see its retailer's other suppliers.
    return ok({ result: openedBy === null ? result : result.filter((provider) => provider.is_current) });
  }),

  implement(joinProvider, ({ provider_uuid }, context) => join(context, getRetailer(context), provider_uuid)),

  implement(switchProvider, ({ provider_uuid }, context) => switchTo(context, getRetailer(context), provider_uuid)),
];
