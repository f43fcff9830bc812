import { useEffect, useMemo, useState } from "react";
import type { CallAddress } from "#src/kit/api/address.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem, newKey } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import type { Call, InputOf, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { useDisplayName } from "#src/kit/session/use-display-name.ts";
import type { QueuedCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isMadeBy } from "./scan-queue.rules.ts";
import { enqueueCall, startSending, onUnreachable, dismissRefused, useScanQueue } from "./scan-queue.store.ts";
import { callWith, toRefusal } from "./scan-sender.ts";
import { useOnline } from "./use-online.ts";

/** The result of a scan's call. */
export type Sent<T> = { readonly kind: "done"; readonly answer: T } | { readonly kind: "refused"; readonly problem: Refusal };
/** The result, or that the call is queued until the server can be reached. */
type ScanOutcome<T> = Sent<T> | { readonly kind: "waiting" };

/** The description of a scan in the queue, and who is notified of a late result. */
interface AboutScan<T> {
  /** for people: "A-01-02, 3 × Mug" */
  readonly label: string;
  /** return `seen` if the refusal was shown, so that the queue need not show it */
  readonly onLater?: (sent: Sent<T>) => "seen" | void;
  /** uploaded before the call, which names it in `filenames` */
  readonly picture?: Picture;
}

export interface ScanCall<C extends CallAddress> {
  /**
   * Stores the call, sends it in order, and returns the result, or after a moment without network that it waits. Never throws for failures of the
   * server or network.
   * Calls are answered in the order they were made, and each is performed once however often it is sent.
   */
  perform(input: InputOf<C>, about: AboutScan<OutputOf<C>>): Promise<ScanOutcome<OutputOf<C>>>;
}

/** How long a person waits for an answer before the next scan, in ms; shorter if the server was unreachable a moment ago. */
const patienceMs = { reachable: 4000, unreachable: 700 } as const;

/** Returns the scanning user with the display name. */
export function useMaker(): Maker {
  const { scope } = useCaller();
  const name = useDisplayName();
  return useMemo(() => ({ username: scope.username, providerUuid: scope.providerUuid, name }), [scope.username, scope.providerUuid, name]);
}

/** Sends the user's waiting scans while the component is mounted. */
export function useScanSender(): void {
  const { client, area } = useCaller();
  const maker = useMaker();
  useEffect(() => (area === null ? undefined : startSending(client, maker, area)), [client, maker, area]);
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the inputs of a call that are queued, oldest first. Excludes scans that are being answered, which takes only a moment.
 * Queued ones stay until they are answered, otherwise a count would drop when the network returns.
 */
export function useWaitingInputs<C extends Call>({ name, input }: C): readonly ParsedInputOf<C>[] {
  const maker = useMaker();
  const { calls, isReachable } = useScanQueue();
  const isOnline = useOnline();
  const isAway = !isOnline || !isReachable;
  const waiting = useMemo(
    () => calls.filter((call) => call.call.name === name && call.state === "waiting" && isMadeBy(call, maker)),
    [calls, maker, name],
  );
  const [delayed, setDelayed] = useState(none);
  if (isAway && waiting.some(({ id }) => !delayed.has(id))) setDelayed(new Set(waiting.map(({ id }) => id)));
  return useMemo(
    () =>
      waiting.flatMap((call) => {
        const read = isAway || delayed.has(call.id) ? input.safeParse(call.input) : null;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
        return read?.success === true ? [read.data as ParsedInputOf<C>] : [];
      }),
    [waiting, isAway, delayed, input],
  );
}

/** Sends at once if the browser cannot store the call; without network it fails. */
async function sendUnqueued(client: Client, kept: QueuedCall, picture: Picture | null): Promise<Sent<unknown>> {
  try {
    return { kind: "done", answer: await callWith(client, kept, picture) };
  } catch (error) {
    if (error instanceof CallProblem) return { kind: "refused", problem: toRefusal(error) };
    throw error;
  }
}

function toQueuedCall(call: CallAddress, input: unknown, label: string, maker: Maker): QueuedCall {
  const { name, method, path, body, idempotency } = call;
  const address: CallAddress = { name, method, path, ...(body && { body }), ...(idempotency && { idempotency }) };
  const made = { id: newKey(), idempotencyKey: newKey(), maker, madeAt: new Date().toISOString() };
  return { ...made, call: address, input, label, state: "waiting", sentAt: null, refusal: null };
}

/** Resolves with the result, or that the call has to wait; a later result goes to `onLater`. */
function resolveOnce(kept: QueuedCall, onLater: AboutScan<unknown>["onLater"]) {
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
    // The person sees the refusal now: the queue need not show it again.
    if (isSeen && sent.kind === "refused") void dismissRefused(kept.id).catch(() => undefined);
  };
  return { first, wait, hear };
}

/** A call made by a scan. Scanning screens write with it instead of `useCallMutation`, so that no scan is lost without network. */
export function useScanCall<C extends CallAddress>(call: C): ScanCall<C> {
  const { client } = useCaller();
  const maker = useMaker();
  useScanSender();
  return useMemo(
    () => ({
      async perform(input, { label, onLater, picture = null }) {
        const kept = { ...toQueuedCall(call, input, label, maker), ...(picture !== null && { hasPicture: true as const }) };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
        const { first, wait, hear } = resolveOnce(kept, onLater as AboutScan<unknown>["onLater"]);
        try {
          await enqueueCall(kept, hear, picture);
        } catch {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
          return sendUnqueued(client, kept, picture) as Promise<ScanOutcome<OutputOf<C>>>;
        }
        const { isReachable } = useScanQueue.getState();
        const patience = navigator.onLine ? patienceMs[isReachable ? "reachable" : "unreachable"] : 0;
        const timer = setTimeout(wait, patience);
        const stopListening = onUnreachable(wait);
        const outcome = await first;
        clearTimeout(timer);
        stopListening();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue holds many calls; each scan belongs to this one
        return outcome as ScanOutcome<OutputOf<C>>;
      },
    }),
    [call, client, maker],
  );
}
