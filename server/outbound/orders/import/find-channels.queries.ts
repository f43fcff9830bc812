import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Finds the channels that a provider's orders may name, by code without regard to case.
 *
 * No channels exist yet: no code is found, and `checkOrderRows` only warns about it. Once they exist, look them up here in one statement, and make
 * an unknown code a problem there.
 * @param codes in lower case
 * @returns uuids by code in lower case
 */
export function findChannelsByCode(_tx: Tx, _providerUuid: string, _codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return Promise.resolve(new Map());
}
