import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";
import type { QueuedCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isMadeBy } from "./scan-queue.rules.ts";

interface ScanSchema extends DBSchema {
  /** by increasing key, the order in which they were made */
  calls: { key: number; value: QueuedCall; indexes: { byId: string } };
  /** by the id of their call */
  pictures: { key: string; value: Picture };
  /** the sending tab, for browsers without locks */
  leases: { key: string; value: { owner: string; until: number } };
}

export type ScanDb = IDBPDatabase<ScanSchema>;

/** Opens this browser's queue. Closes it for a tab with a newer version. */
export async function openScanDb(): Promise<ScanDb> {
  return openDB<ScanSchema>("quayside-scans", 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore("calls", { autoIncrement: true }).createIndex("byId", "id", { unique: true });
        db.createObjectStore("leases");
      }
      db.createObjectStore("pictures");
    },
    blocking(_current, _blocked, event) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the target of `versionchange` is the database
      (event.target as IDBDatabase).close();
    },
  });
}

/** Appends a call together with its picture, or neither. @throws DOMException if the disk is full or unavailable */
export async function addCall(db: ScanDb, call: QueuedCall, picture: Picture | null = null): Promise<void> {
  // A power cut may lose the last moment, but waiting for the disk would slow down each scan.
  const tx = db.transaction(["calls", "pictures"], "readwrite", { durability: "relaxed" });
  const work = async () => {
    if (picture !== null) await tx.objectStore("pictures").put(picture, call.id);
    await tx.objectStore("calls").add(call);
  };
  await Promise.all([work(), tx.done]);
}

/** Returns the picture of a call; null if it has none. */
export async function getPicture(db: ScanDb, id: string): Promise<Picture | null> {
  return (await db.get("pictures", id)) ?? null;
}

/** Lists all queued calls, oldest first. */
export async function listCalls(db: ScanDb): Promise<QueuedCall[]> {
  return db.getAll("calls");
}

/** Returns the user's next call to send, or null. */
export async function getNextCall(db: ScanDb, maker: Maker): Promise<QueuedCall | null> {
  return (await listCalls(db)).find((call) => call.state === "waiting" && isMadeBy(call, maker)) ?? null;
}

/** Changes a call in one transaction; null deletes it with its picture. @returns the stored call, or null */
async function changeCall(db: ScanDb, id: string, change: (call: QueuedCall) => QueuedCall | null): Promise<QueuedCall | null> {
  const tx = db.transaction(["calls", "pictures"], "readwrite", { durability: "relaxed" });
  const work = async () => {
    const cursor = await tx.objectStore("calls").index("byId").openCursor(id);
    if (cursor === null) return null;
    const after = change(cursor.value);
    await (after === null ? cursor.delete() : cursor.update(after));
    if (after === null) await tx.objectStore("pictures").delete(id);
    return after;
  };
  const [after] = await Promise.all([work(), tx.done]);
  return after;
}

/** Marks a call before it is sent: until an answer comes, nobody knows whether it was done. */
export async function markSent(db: ScanDb, id: string, at: number): Promise<void> {
  await changeCall(db, id, (call) => (call.sentAt === null ? { ...call, sentAt: at } : call));
}

/** Deletes a call that was answered or whose refusal was seen. */
export async function deleteCall(db: ScanDb, id: string): Promise<void> {
  await changeCall(db, id, () => null);
}

/** Stops sending a call until somebody decides: `refusal` is the reason, or null if no answer ever came. */
export async function setAside(db: ScanDb, id: string, refusal: Refusal | null): Promise<void> {
  await changeCall(db, id, (call) => ({ ...call, state: refusal === null ? "unsure" : "refused", refusal }));
}

/**
 * Sends a call that was set aside again, with a new key: the server would repeat its old answer for the old one.
 * @returns whether it was set aside and belongs to this user
 */
export async function retryCall(db: ScanDb, id: string, maker: Maker, newKey: string): Promise<boolean> {
  const after = await changeCall(db, id, (call) =>
    call.state === "waiting" || !isMadeBy(call, maker)
      ? call
      : { ...call, idempotencyKey: newKey, state: "waiting", sentAt: null, refusal: null },
  );
  return after?.idempotencyKey === newKey;
}

/** Deletes a call that was set aside, at its user's request. Waiting calls are never deleted. */
export async function discardCall(db: ScanDb, id: string, maker: Maker): Promise<boolean> {
  return (await changeCall(db, id, (call) => (call.state === "waiting" || !isMadeBy(call, maker) ? call : null))) === null;
}

const leaseName = "sender";

/**
 * Acquires or extends the lease for sending, in browsers without locks (plain http). A killed tab loses it by timeout.
 * @param now and `until` in ms since 1970
 * @returns whether this owner holds it
 */
export async function takeLease(db: ScanDb, owner: string, now: number, until: number): Promise<boolean> {
  const tx = db.transaction("leases", "readwrite");
  const work = async () => {
    const held = await tx.store.get(leaseName);
    if (held !== undefined && held.owner !== owner && held.until > now) return false;
    await tx.store.put({ owner, until }, leaseName);
    return true;
  };
  const [mine] = await Promise.all([work(), tx.done]);
  return mine;
}

/** Releases the lease. */
export async function dropLease(db: ScanDb, owner: string): Promise<void> {
  const tx = db.transaction("leases", "readwrite");
  const work = async () => {
    if ((await tx.store.get(leaseName))?.owner === owner) await tx.store.delete(leaseName);
  };
  await Promise.all([work(), tx.done]);
}
