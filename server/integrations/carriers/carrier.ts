import type { CarrierApiName, LabelFormat } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import type { CarrierProblemKind } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import type { Result } from "#src/kit/lib/result.ts";

/** What authenticates an account with a carrier. */
export interface CarrierCredentials {
  readonly clientId: string;
  readonly apiToken: string;
  readonly account: string;
}

/** Why a request was not carried out, or may not have been. Contains no secret. */
export interface CarrierProblem {
  readonly kind: CarrierProblemKind;
  /** the carrier's own code, or the HTTP status; empty if there is none */
  readonly code: string;
  /** the carrier's own words, or ours in English; at most 500 characters */
  readonly text: string;
  /** how long the carrier says to wait; null if it does not say */
  readonly retryAfterMs: number | null;
}

export type FromCarrier<T> = Promise<Result<T, CarrierProblem>>;

/** A service that an account may use. */
export interface CarrierChannel {
  readonly code: string;
  /** the carrier's own id; empty if it has only the code. With the code, it names the channel in `createWaybill`. */
  readonly internalId: string;
  readonly nameEn: string;
  readonly nameZh: string;
}

export interface CarrierAddress {
  readonly name: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  /** two letters */
  readonly countryCode: string;
  readonly state: string;
  readonly city: string;
  readonly postcode: string;
  readonly street: string;
}

/** Who receives a parcel. */
export interface CarrierRecipient extends CarrierAddress {
  /** of an identity document, where customs ask for one; empty if unknown */
  readonly idNumber: string;
}

/** A line of the customs declaration. */
export interface CarrierItem {
  readonly sku: string;
  readonly nameEn: string;
  readonly nameZh: string;
  readonly quantity: number;
  /** declared, a piece */
  readonly unitValueCents: number;
  /** of that value: three letters */
  readonly currency: string;
  readonly unitGrams: number;
  readonly hsCode: string;
  /** two letters; empty if unknown */
  readonly originCountry: string;
}

/** One parcel that needs a waybill. */
export interface NewWaybill {
  /** ours, unique for each waybill and never used again: 1 to 50 letters, digits and hyphens */
  readonly reference: string;
  /** of the channel, as `listChannels` gives them */
  readonly channelCode: string;
  readonly channelInternalId: string;
  /** null: the carrier uses the account's own address */
  readonly sender: CarrierAddress | null;
  readonly recipient: CarrierRecipient;
  readonly grams: number;
  /** null if it was not measured */
  readonly size: { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | null;
  /** of the declaration: three letters. No carrier takes goods that are declared in several. */
  readonly currency: string;
  readonly hasBattery: boolean;
  /** what the label is to come in, where the carrier offers it; what comes is told by its bytes */
  readonly labelFormat: LabelFormat;
  readonly items: readonly CarrierItem[];
  /** empty if there is none */
  readonly iossNumber: string;
  readonly vatNumber: string;
  /** what is to be collected from the recipient; null if nothing */
  readonly collect: { readonly cents: number; readonly currency: string } | null;
}

/** A waybill as the carrier has it. */
export interface CarrierWaybill {
  /** our reference */
  readonly reference: string;
  /** the carrier's number, which names the waybill in later requests */
  readonly waybillNumber: string;
  /** the number of the last mile; empty until the carrier has one */
  readonly trackingNumber: string;
  readonly isCancelled: boolean;
}

export type LabelType = "application/pdf" | "image/png" | "text/zpl";

export interface CarrierLabel {
  readonly bytes: Buffer;
  /** by the bytes, not by what the carrier says */
  readonly type: LabelType;
}

export type TrackingStatus = "created" | "inTransit" | "delivered" | "exception" | "returned" | "cancelled";

export interface TrackingEvent {
  /** null if the carrier's time cannot be read */
  readonly at: Date | null;
  readonly text: string;
  readonly location: string;
}

export interface CarrierTracking {
  readonly status: TrackingStatus;
  /** newest first */
  readonly events: readonly TrackingEvent[];
}

/**
 * An account with a carrier. Each implementation follows the carrier's published API; a sandbox speaks its protocol. Every method uses the network,
 * so none is called while a transaction is open. None retries a request that changes something.
 */
export interface Carrier {
  readonly apiName: CarrierApiName;
  /** Makes the cheapest request that needs valid credentials. */
  testAccount(): FromCarrier<{ readonly channelCount: number }>;
  listChannels(): FromCarrier<readonly CarrierChannel[]>;
  /**
   * Creates a waybill. After `unclear` or `duplicate`, and before every repetition, the caller looks it up with `findWaybill`.
   */
  createWaybill(waybill: NewWaybill): FromCarrier<CarrierWaybill>;
  /** Looks a waybill up by our reference; null if the carrier has none. Of several, returns one that is not cancelled. */
  findWaybill(reference: string): FromCarrier<CarrierWaybill | null>;
  getLabel(waybillNumber: string): FromCarrier<CarrierLabel>;
  /** Cancels a waybill that the carrier has not received yet. Cancelling it again may be refused or answered with `notFound`. */
  cancelWaybill(waybillNumber: string, reason: string): FromCarrier<Record<string, never>>;
  getTracking(waybillNumber: string): FromCarrier<CarrierTracking>;
}

/** Opens an account; null for an API that has no implementation, whose waybills are made by hand. */
export type OpenCarrier = (
  apiName: CarrierApiName,
  credentials: CarrierCredentials,
  options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
) => Carrier | null;
