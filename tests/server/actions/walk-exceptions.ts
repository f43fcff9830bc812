import { getException } from "#src/outbound/exceptions/exceptions.contract.ts";
import { exceptionStatuses } from "#src/outbound/exceptions/exceptions.machine.ts";
import { exceptionTypes, isInsideWork } from "#src/outbound/exceptions/exceptions.rules.ts";
import { addExceptionRows } from "../rows-exceptions.ts";
import { staffOf } from "../stage-stock.ts";
import type { SubjectWalk } from "./walk.ts";

const named = ["take", "assign", "note", "ask", "recall", "answer", "resolve", "close", "reopen"];
const message = "Two boxes of this were crushed";

/** Types that the system opens about the work inside the warehouse. */
const insideStates = [
  "open, weight_variance",
  "open, label_failed",
  "open, channel_refused",
  "open, unknown_parcel",
  "resolved, unknown_parcel",
] as const;

/** Exceptions in each state, of a retailer's order and of the provider's own. */
const exceptionsWalk: SubjectWalk = {
  actions: named.map((name) => `exceptions.${name}`),
  states: [...exceptionStatuses, "assigned, of the provider's own order", "resolved long ago", ...insideStates],
  async make({ test, world, viewer, ask }, state) {
    const isOwn = state.endsWith("own order");
    const isOld = state.endsWith("long ago");
    if (isOwn && viewer.role === "dropShipper") return null;
    const type = exceptionTypes.find((one) => state.endsWith(one)) ?? "short";
    if (isInsideWork(type) && viewer.role === "dropShipper") return null;
    const status = exceptionStatuses.find((one) => state.startsWith(one)) ?? "open";
    const { exceptionUuid: exception_uuid } = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const rows = await addExceptionRows(tx, isOwn ? world.provider : world.retailer, status, type, undefined, world.provider.userUuid);
      if (isOld)
        await tx
          .updateTable("exception_case")
          .set({ resolved_at: new Date(Date.now() - 8 * 86_400_000) })
          .where("provider_uuid", "=", world.providerA)
          .where("exception_uuid", "=", rows.exceptionUuid)
          .execute();
      return rows;
    });
    const subject = await ask(getException, { exception_uuid });
    const step = { exception_uuid, version: 1 };
    return {
      // Whose it is depends on who looks.
      subject: { ...subject, is_mine: viewer.role === "provider" && status !== "open" },
      inputs: {
        "exceptions.assign-exception": step,
        "exceptions.list-assignees": { exception_uuid },
        "exceptions.note-exception": { ...step, message },
        "exceptions.ask-retailer": { ...step, message },
        "exceptions.recall-question": step,
        "exceptions.answer-exception": { ...step, message },
        "exceptions.resolve-exception": { ...step, message, resolution: "other" },
        "exceptions.close-exception": step,
        "exceptions.reopen-exception": { ...step, message },
      },
    };
  },
};

export const exceptionsWalks: readonly SubjectWalk[] = [exceptionsWalk];
