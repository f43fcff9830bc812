/**
 * Why a carrier did not do what was requested.
 * - `badCredentials`: the account's client ID or token is wrong, or lacks the right.
 * - `refused`: the carrier says no, in its own words; the same request will be refused again.
 * - `duplicate`: the carrier already has a waybill with our reference, or is creating it.
 * - `notFound`: the carrier does not know the waybill.
 * - `notReady`: the waybill exists, its label does not yet.
 * - `rateLimited`: too many requests; nothing was done.
 * - `unreachable`: no answer, or a failure of the carrier's server, and nothing was changed there.
 * - `unreadable`: an answer that is not as published, to a request that changes nothing.
 * - `unclear`: no usable answer to a request that may have been carried out. It is looked up by our reference before anything is requested again.
 */
export const carrierProblemKinds = [
  "badCredentials",
  "refused",
  "duplicate",
  "notFound",
  "notReady",
  "rateLimited",
  "unreachable",
  "unreadable",
  "unclear",
] as const;
export type CarrierProblemKind = (typeof carrierProblemKinds)[number];

/** What was requested of a carrier. */
export const carrierOperations = [
  "testAccount",
  "listChannels",
  "createWaybill",
  "findWaybill",
  "getLabel",
  "cancelWaybill",
  "getTracking",
] as const;
export type CarrierOperation = (typeof carrierOperations)[number];
