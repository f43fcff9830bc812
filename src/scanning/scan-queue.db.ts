import type { DBSchema, IDBPDatabase } from "idb";
import { openDB } from "idb";
import type { KeptCall, Maker, Picture, Refusal } from "./scan-queue.rules.ts";
import { isOf } from "./scan-queue.rules.ts";

interface ScanSchema extends DBSchema {
  /** in the order in which they were made: the key grows */
  calls: { key: number; value: KeptCall; indexes: { byId: string } };
  /** by the id of the call that they go with */
  pictures: { key: string; value: Picture };
  /** who sends, where the browser has no locks of its own */
  leases: { key: string; value: { owner: string; until: number } };
}

export type ScanDb = IDBPDatabase<ScanSchema>;

/** Opens the queue of this browser. A tab of a newer version is given way. */
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
      (event.target as IDBDatabase).close();
    },
  });
}

/** Keeps a call, behind all that are there, with its picture or not at all. @throws DOMException where the disk is full or closed */
export async function addCall(db: ScanDb, call: KeptCall, picture: Picture | null = null): Promise<void> {
  // A power cut may take the last moment along; waiting for the disk would be felt at each scan.
  const tx = db.transaction(["calls", "pictures"], "readwrite", { durability: "relaxed" });
  const work = async () => {
    if (picture !== null) await tx.objectStore("pictures").put(picture, call.id);
    await tx.objectStore("calls").add(call);
  };
  await Promise.all([work(), tx.done]);
}

/** The picture that goes with a call; null where there is none. */
export async function pictureOf(db: ScanDb, id: string): Promise<Picture | null> {
  return (await db.get("pictures", id)) ?? null;
}

/** All that is kept, the oldest first. */
export async function allCalls(db: ScanDb): Promise<KeptCall[]> {
  return db.getAll("calls");
}

/** The next that this person's queue has to send, or null. */
export async function nextCall(db: ScanDb, maker: Maker): Promise<KeptCall | null> {
  return (await allCalls(db)).find((call) => call.state === "waiting" && isOf(call, maker)) ?? null;
}

/** Changes a call in one transaction; null forgets it, and its picture. @returns what is kept afterwards, or null */
async function changeCall(db: ScanDb, id: string, change: (call: KeptCall) => KeptCall | null): Promise<KeptCall | null> {
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

/** It is about to be sent: from here on nobody knows whether it was done, until an answer comes. */
export async function markSent(db: ScanDb, id: string, at: number): Promise<void> {
  await changeCall(db, id, (call) => (call.sentAt === null ? { ...call, sentAt: at } : call));
}

/** It is answered, or somebody has seen why not: nothing is left to do. */
export async function forgetCall(db: ScanDb, id: string): Promise<void> {
  await changeCall(db, id, () => null);
}

/** It is sent no more until somebody decides: `refusal` says why, or null where no answer ever came. */
export async function setAside(db: ScanDb, id: string, refusal: Refusal | null): Promise<void> {
  await changeCall(db, id, (call) => ({ ...call, state: refusal === null ? "unsure" : "refused", refusal }));
}

/**
 * Has a call that was set aside sent once more. That is a new try with a key of its own: the server answers the old key as it did before.
 * @returns whether it was set aside, and this person's
 */
export async function retryCall(db: ScanDb, id: string, maker: Maker, newKey: string): Promise<boolean> {
  const after = await changeCall(db, id, (call) =>
    call.state === "waiting" || !isOf(call, maker)
      ? call
      : { ...call, idempotencyKey: newKey, state: "waiting", sentAt: null, refusal: null },
  );
  return after?.idempotencyKey === newKey;
}

/** Forgets a call that was set aside, at its maker's wish. One that waits is never thrown away. */
export async function discardCall(db: ScanDb, id: string, maker: Maker): Promise<boolean> {
  return (await changeCall(db, id, (call) => (call.state === "waiting" || !isOf(call, maker) ? call : null))) === null;
}

const leaseName = "sender";

/**
 * Takes or prolongs the right to send, for browsers without locks (plain http). A tab that was killed loses it by time.
 * @param now and `until` in ms since 1970
 * @returns whether it is this owner's
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

/** Gives the right to send back. */
export async function dropLease(db: ScanDb, owner: string): Promise<void> {
  const tx = db.transaction("leases", "readwrite");
  const work = async () => {
    if ((await tx.store.get(leaseName))?.owner === owner) await tx.store.delete(leaseName);
  };
  await Promise.all([work(), tx.done]);
}
