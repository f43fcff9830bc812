import { fetchAllChannels, getSpecifiedChannels, listChannels, listCurrencies } from "./channels.contract.ts";

/** The calls that read channels: refreshed together after a change. */
export const channelsReads = [listChannels, fetchAllChannels, getSpecifiedChannels, listCurrencies] as const;
