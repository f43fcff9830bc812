import { useEffect, useMemo, useState } from "react";
import type { CallAddress } from "#src/api/address.ts";
import { useCaller } from "#src/api/caller.tsx";
import { CallProblem, newKey } from "#src/api/client.ts";
import type { Client } from "#src/api/client.ts";
import type { Call, InputOf, OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import { useSessions } from "#src/session/session.store.ts";
import type { KeptCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isOf } from "./scan-queue.rules.ts";
import { keepCall, keepSending, onUnreachable, putAway, useScanQueue } from "./scan-queue.store.ts";
import { callWith, refusalOf } from "./scan-sender.ts";
import { useOnline } from "./use-online.ts";

/** How a scan's call ended. */
export type Sent<T> = { readonly kind: "done"; readonly answer: T } | { readonly kind: "refused"; readonly problem: Refusal };
/** The same, or that it is kept until the server can be reached. */
type ScanOutcome<T> = Sent<T> | { readonly kind: "waiting" };

/** What the queue says of a scan, and who hears how it ended after it had to wait. */
interface AboutScan<T> {
  /** for people: "A-01-02, 3 × Mug" */
  readonly label: string;
  /** `seen`: the person knows of a refusal already, and the queue need not tell it */
  readonly onLater?: (sent: Sent<T>) => "seen" | void;
  /** is uploaded before the call, which names it in `filenames` */
  readonly picture?: Picture;
}

export interface ScanCall<C extends CallAddress> {
  /**
   * Keeps the call, sends it in its turn, and says how it ended; without a network after a moment that it waits. It never throws for what the
   * server or the network does. Calls are answered in the order in which they were made, and each is done once however often it is sent.
   */
  perform(input: InputOf<C>, about: AboutScan<OutputOf<C>>): Promise<ScanOutcome<OutputOf<C>>>;
}

/** Nobody with a scanner in the hand waits longer for an answer before the next scan, in ms; less where the server was out of reach just now. */
const patienceMs = { reachable: 4000, unreachable: 700 } as const;

/** Who scans: as colleagues know the person, too. */
export function useMaker(): Maker {
  const { scope, area } = useCaller();
  const person = useSessions(({ people }) => (area === null ? null : people[area]));
  const name = person?.username === scope.username && person.displayName !== "" ? person.displayName : scope.username;
  return useMemo(() => ({ username: scope.username, providerUuid: scope.providerUuid, name }), [scope.username, scope.providerUuid, name]);
}

/** Has the page send what the person has waiting, while the component is there. */
export function useScanSender(): void {
  const { client, area } = useCaller();
  const maker = useMaker();
  useEffect(() => (area === null ? undefined : keepSending(client, maker, area)), [client, maker, area]);
}

const none: ReadonlySet<string> = new Set();

/**
 * What the person has scanned for a call and the server does not know yet, the oldest first. What is scanned while the server answers is not among
 * it: that is known within a moment. What had to wait is among it until it is answered, or a count would go back when the network returns.
 */
export function useWaitingInputs<C extends Call>({ name, input }: C): readonly ParsedInputOf<C>[] {
  const maker = useMaker();
  const { calls, isReachable } = useScanQueue();
  const isOnline = useOnline();
  const isAway = !isOnline || !isReachable;
  const waiting = useMemo(
    () => calls.filter((call) => call.call.name === name && call.state === "waiting" && isOf(call, maker)),
    [calls, maker, name],
  );
  const [delayed, setDelayed] = useState(none);
  if (isAway && waiting.some(({ id }) => !delayed.has(id))) setDelayed(new Set(waiting.map(({ id }) => id)));
  return useMemo(
    () =>
      waiting.flatMap((call) => {
        const read = isAway || delayed.has(call.id) ? input.safeParse(call.input) : null;
        return read?.success === true ? [read.data as ParsedInputOf<C>] : [];
      }),
    [waiting, isAway, delayed, input],
  );
}

/** A browser that keeps nothing sends at once; without a network it can only say so. */
async function sendUnkept(client: Client, kept: KeptCall, picture: Picture | null): Promise<Sent<unknown>> {
  try {
    return { kind: "done", answer: await callWith(client, kept, picture) };
  } catch (error) {
    if (error instanceof CallProblem) return { kind: "refused", problem: refusalOf(error) };
    throw error;
  }
}

function keptOf(call: CallAddress, input: unknown, label: string, maker: Maker): KeptCall {
  const { name, method, path, body, idempotency } = call;
  const address: CallAddress = { name, method, path, ...(body && { body }), ...(idempotency && { idempotency }) };
  const made = { id: newKey(), idempotencyKey: newKey(), maker, madeAt: new Date().toISOString() };
  return { ...made, call: address, input, label, state: "waiting", sentAt: null, refusal: null };
}

/** Resolves with the first of: how it ended, or that it has to wait. What comes after that goes to `onLater`. */
function firstOf(kept: KeptCall, onLater: AboutScan<unknown>["onLater"]) {
  let isSaid = false;
  let say: (outcome: ScanOutcome<unknown>) => void = () => undefined;
  const first = new Promise<ScanOutcome<unknown>>((resolve) => (say = resolve));
  const wait = () => {
    isSaid = true;
    say({ kind: "waiting" });
  };
  const hear = (sent: Sent<unknown>) => {
    const isSeen = !isSaid || onLater?.(sent) === "seen";
    if (!isSaid) say(sent);
    isSaid = true;
    // Whoever scanned sees it now: the queue need not tell it again.
    if (isSeen && sent.kind === "refused") void putAway(kept.id).catch(() => undefined);
  };
  return { first, wait, hear };
}

/** A call that a scan makes. Screens that scan write by it and not by `useDeed`: nothing scanned is lost without a network. */
export function useScanCall<C extends CallAddress>(call: C): ScanCall<C> {
  const { client } = useCaller();
  const maker = useMaker();
  useScanSender();
  return useMemo(
    () => ({
      async perform(input, { label, onLater, picture = null }) {
        const kept = { ...keptOf(call, input, label, maker), ...(picture !== null && { hasPicture: true as const }) };
        const { first, wait, hear } = firstOf(kept, onLater as AboutScan<unknown>["onLater"]);
        try {
          await keepCall(kept, hear, picture);
        } catch {
          return sendUnkept(client, kept, picture) as Promise<ScanOutcome<OutputOf<C>>>;
        }
        const { isReachable } = useScanQueue.getState();
        const patience = navigator.onLine ? patienceMs[isReachable ? "reachable" : "unreachable"] : 0;
        const timer = setTimeout(wait, patience);
        const stopListening = onUnreachable(wait);
        const outcome = await first;
        clearTimeout(timer);
        stopListening();
        return outcome as ScanOutcome<OutputOf<C>>;
      },
    }),
    [call, client, maker],
  );
}
