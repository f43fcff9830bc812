/** The bounds of the sockets of one process. Times in milliseconds; tests shorten them. */
export interface Limits {
  /** from the connection to its hello */
  readonly helloWithinMs: number;
  /** between two pings; who has not answered the one by the next is gone */
  readonly pingEveryMs: number;
  /** between two looks for sessions that are due */
  readonly sweepEveryMs: number;
  /** how long a session is believed before it is looked up again */
  readonly recheckAfterMs: number;
  /** how long a client that is being sent what it missed may take for one message */
  readonly stalledAfterMs: number;
  /** between two looks for events, where no notification tells of any */
  readonly lookEveryMs: number;
  /** what may wait in memory for one client to read it */
  readonly bufferedBytes: number;
  readonly messagesPerPing: number;
  readonly socketsPerSession: number;
  readonly socketsPerProcess: number;
  /** sockets that have not been admitted yet: strangers cannot take all the places */
  readonly strangersPerProcess: number;
  /** the same from one address, or one network of IPv6: one machine cannot take all the strangers' places */
  readonly strangersPerAddress: number;
  /** events read in one go; positions looked through in one go for what one client missed */
  readonly batch: number;
  /** positions that are gone through for a client that comes back; further behind, it is quicker to ask for everything anew */
  readonly mostBehind: number;
}

export const usualLimits: Limits = {
  helloWithinMs: 5000,
  pingEveryMs: 30_000,
  sweepEveryMs: 5000,
  recheckAfterMs: 300_000,
  stalledAfterMs: 10_000,
  lookEveryMs: 30_000,
  bufferedBytes: 1024 * 1024,
  messagesPerPing: 120,
  socketsPerSession: 20,
  socketsPerProcess: 10_000,
  strangersPerProcess: 2000,
  strangersPerAddress: 100,
  batch: 500,
  mostBehind: 100_000,
};
