import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Finds the channels that a provider's orders may name, by code without regard to case; of several with one code, the oldest.
 * @param tx sees the channels that the importer may see: for a retailer, those that can ship
 * @param codes in lower case
 * @returns uuids by code in lower case
 */
export async function findChannelsByCode(tx: Tx, providerUuid: string, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; channel_uuid: string }>`
    select distinct on (lower(code)) lower(code) as code, channel_uuid from channel
    where provider_uuid = ${providerUuid} and lower(code) = any (${[...codes]}::text[]) and is_enabled order by lower(code), channel_uuid`.execute(tx);
  return new Map(rows.map(({ code, channel_uuid }) => [code, channel_uuid]));
}
