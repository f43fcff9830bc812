/** The limits of the sockets of one process. Times in milliseconds; tests shorten them. */
export interface Limits {
  /** from the connection to its hello */
  readonly helloWithinMs: number;
  /** interval of pings; a client that has not answered one by the next is disconnected */
  readonly pingEveryMs: number;
  /** interval of checks for sessions that are due */
  readonly sweepEveryMs: number;
  /** how long a session is trusted before it is looked up again */
  readonly recheckAfterMs: number;
  /** how long a client that is catching up may take for one message */
  readonly stalledAfterMs: number;
  /** interval of polls for events, in case no notification arrives or nobody numbers them */
  readonly pollMs: number;
  /** what may wait in memory for one client to read it */
  readonly bufferedBytes: number;
  readonly messagesPerPing: number;
  readonly socketsPerSession: number;
  readonly socketsPerProcess: number;
  /** sockets not yet admitted: anonymous clients cannot take all the places */
  readonly strangersPerProcess: number;
  /** the same per address, or network of IPv6: one machine cannot take all the unadmitted places */
  readonly strangersPerAddress: number;
  /** events read in one query; positions scanned in one query for what one client missed */
  readonly batch: number;
  /** positions scanned for a reconnecting client; further behind, reloading everything is faster */
  readonly mostBehind: number;
}

export const usualLimits: Limits = {
  helloWithinMs: 5000,
  pingEveryMs: 30_000,
  sweepEveryMs: 5000,
  recheckAfterMs: 300_000,
  stalledAfterMs: 10_000,
  pollMs: 5000,
  bufferedBytes: 1024 * 1024,
  messagesPerPing: 120,
  socketsPerSession: 20,
  socketsPerProcess: 10_000,
  strangersPerProcess: 2000,
  strangersPerAddress: 100,
  batch: 500,
  mostBehind: 100_000,
};
