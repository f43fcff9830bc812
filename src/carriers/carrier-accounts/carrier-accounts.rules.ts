import type { RefusalName } from "#src/kit/api/codes.ts";

/** The carriers whose API is known, by the name on the wire. `other` stands for any other: its waybills are made by hand. */
export const carrierApiNames = ["4px", "yunexpress", "yanwen", "other"] as const;
export type CarrierApiName = (typeof carrierApiNames)[number];

/** What authenticates an account with a carrier (specification, section 3 "Logistics"). */
export const accountParameters = ["client_id", "api_token", "account", "password"] as const;
export type AccountParameter = (typeof accountParameters)[number];

/** The maximum number of carrier accounts of a provider. */
export const mostAccounts = 50;

/**
 * The parameters that each carrier's API asks for. 4PX: app key and app secret. YunExpress: client credentials and the customer code. Yanwen: user id and
 * API token.
 */
export const parametersByApi: Readonly<Record<CarrierApiName, readonly AccountParameter[]>> = {
  "4px": ["client_id", "api_token"],
  yunexpress: ["client_id", "api_token", "account"],
  yanwen: ["client_id", "api_token"],
  other: accountParameters,
};

/** The formats that labels are asked for in; label printers print ZPL themselves. */
export const labelFormats = ["pdf", "zpl"] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** The formats that each carrier's API can be asked for, by its published contract (ADR 58). Our own labels are PDFs. */
const labelFormatsByApi: Readonly<Record<CarrierApiName, readonly LabelFormat[]>> = {
  "4px": ["pdf"],
  yunexpress: ["pdf", "zpl"],
  yanwen: ["pdf"],
  other: ["pdf"],
};

/** Whether labels can be asked for in a format. @param apiName null: no carrier is asked */
export function offersLabelFormat(apiName: CarrierApiName | null, format: LabelFormat): boolean {
  return labelFormatsByApi[apiName ?? "other"].includes(format);
}

const tokenEndLength = 4;
/** A shorter token would be revealed too far by its end. */
const shortestShownLength = 12;

/** Returns the end of a token, by which people recognise it; empty if the token is short. */
export function getTokenEnd(token: string): string {
  return token.length >= shortestShownLength ? token.slice(-tokenEndLength) : "";
}

/** What is known of an account before a request to its carrier. */
export interface CallableAccount {
  readonly api_name: CarrierApiName;
  /** null for those who may not see them */
  readonly parameters: { readonly client_id: string; readonly has_api_token: boolean } | null;
}

/** Returns why no request can be made with an account; null if one can. */
export function getCallRefusal({ api_name, parameters }: CallableAccount): RefusalName | null {
  if (api_name === "other") return "carrierAccounts.noApi";
  const isComplete = parameters === null || (parameters.client_id !== "" && parameters.has_api_token);
  return isComplete ? null : "carrierAccounts.incomplete";
}
