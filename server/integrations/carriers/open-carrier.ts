import { refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Carrier, CarrierCredentials, CarrierProblem, CarrierWaybill, FromCarrier, NewWaybill, OpenCarrier } from "./carrier.ts";
import { fourPxBase, openFourPx } from "./four-px.ts";
import { removeSecrets } from "./send-to-carrier.ts";
import type { SendOptions } from "./send-to-carrier.ts";
import { openYanwen, yanwenBase, yanwenTrackingBase } from "./yanwen.ts";
import { openYunExpress, yunExpressBase } from "./yunexpress.ts";

/** Servers that speak the carriers' protocols, instead of the carriers'. */
export interface CarrierBases {
  readonly FOUR_PX_API_BASE?: string | undefined;
  readonly YUNEXPRESS_API_BASE?: string | undefined;
  readonly YANWEN_API_BASE?: string | undefined;
}

/** What a new waybill names and the carrier does not know is a product or a country: no waybill is missing. */
async function createWaybill(carrier: Carrier, waybill: NewWaybill): FromCarrier<CarrierWaybill> {
  const made = await carrier.createWaybill(waybill);
  return made.ok || made.problem.kind !== "notFound" ? made : refuse({ ...made.problem, kind: "refused" });
}

/** Removes the account's secrets from every problem, whoever wrote it. */
function withoutSecrets(carrier: Carrier, { apiToken, clientId, account }: CarrierCredentials): Carrier {
  // Short names are no secrets, and would take parts out of ordinary words.
  const secrets = [apiToken, ...[clientId, account].filter((name) => name.length >= 8)];
  const clean =
    <A extends unknown[], T>(method: (...args: A) => Promise<Result<T, CarrierProblem>>) =>
    async (...args: A): Promise<Result<T, CarrierProblem>> => {
      const result = await method(...args);
      return result.ok ? result : refuse(removeSecrets(result.problem, secrets));
    };
  return {
    apiName: carrier.apiName,
    testAccount: clean(carrier.testAccount),
    listChannels: clean(carrier.listChannels),
    createWaybill: clean((waybill) => createWaybill(carrier, waybill)),
    findWaybill: clean(carrier.findWaybill),
    getLabel: clean(carrier.getLabel),
    cancelWaybill: clean(carrier.cancelWaybill),
    getTracking: clean(carrier.getTracking),
  };
}

/** Creates what opens accounts with carriers, by the API name of the account. */
export function createCarrierOpener(bases: CarrierBases): OpenCarrier {
  const trim = (base: string) => base.replace(/\/+$/, "");
  const fourPx = trim(bases.FOUR_PX_API_BASE ?? fourPxBase);
  const yunExpress = trim(bases.YUNEXPRESS_API_BASE ?? yunExpressBase);
  const yanwen = { api: trim(bases.YANWEN_API_BASE ?? yanwenBase), tracking: trim(bases.YANWEN_API_BASE ?? yanwenTrackingBase) };
  return (apiName, credentials, options: SendOptions = {}) => {
    const { clientId, apiToken, account } = credentials;
    switch (apiName) {
      case "4px":
        return withoutSecrets(openFourPx({ appKey: clientId, appSecret: apiToken }, fourPx, options), credentials);
      case "yunexpress":
        return withoutSecrets(
          openYunExpress({ appId: clientId, appSecret: apiToken, sourceKey: account }, yunExpress, options),
          credentials,
        );
      case "yanwen":
        return withoutSecrets(openYanwen({ userId: clientId, apiToken }, yanwen, options), credentials);
      case "other":
        return null;
    }
  };
}
