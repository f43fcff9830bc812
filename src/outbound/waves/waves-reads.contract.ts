import { getWave, getWavePool, listWaveOrders, listWaves } from "./waves.contract.ts";

/** The calls that read waves: refreshed together after a change. */
export const wavesReads = [getWavePool, listWaves, getWave, listWaveOrders] as const;
