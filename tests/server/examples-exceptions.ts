import type { ExceptionStatus } from "#src/outbound/exceptions/exceptions.machine.ts";
import type { ExceptionType } from "#src/outbound/exceptions/exceptions.rules.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Aim, Example } from "./example.ts";
import { addExceptionRows } from "./rows-exceptions.ts";
import type { ExceptionRows } from "./rows-exceptions.ts";
import type { Person } from "./world.ts";

function caseOf({ test }: Aim, person: Person, status: ExceptionStatus, type: ExceptionType): Promise<ExceptionRows> {
  return test.services.database.transaction(platform, (tx) => addExceptionRows(tx, person, status, type));
}

/** Creates an example about one exception; the foreign one names another's. */
function about(status: ExceptionStatus, input: object, type: ExceptionType = "short"): Example {
  return {
    own: async (aim) => ({ ...input, exception_uuid: (await caseOf(aim, aim.owner, status, type)).exceptionUuid }),
    withForeign: async (aim) => ({ ...input, exception_uuid: (await caseOf(aim, aim.foreign.person, status, type)).exceptionUuid }),
  };
}

/** The same, of an order that has a retailer to ask also where the person is of the supplier. */
function withRetailer(of: Example): Example {
  const ask = (make: Example["own"]) => async (aim: Aim) => {
    const input = (await make(aim)) as { exception_uuid: string };
    await aim.test.services.database.transaction(platform, (tx) =>
      tx
        .updateTable("exception_case")
        .set({ owner_uuid: newId() })
        .where("exception_uuid", "=", input.exception_uuid)
        .whereRef("owner_uuid", "=", "provider_uuid")
        .execute(),
    );
    return input;
  };
  return { own: ask(of.own), ...(of.withForeign === undefined ? {} : { withForeign: ask(of.withForeign) }) };
}

const message = "Two boxes of this were crushed";

/** An input for each call of exceptions. */
export const exceptionsExamples: Readonly<Record<string, Example>> = {
  "exceptions.list-exceptions": {
    own: async (aim) => ({ order_uuid: (await caseOf(aim, aim.owner, "open", "short")).orderUuid }),
    withForeign: async (aim) => ({ order_uuid: (await caseOf(aim, aim.foreign.person, "open", "short")).orderUuid }),
  },
  "exceptions.get-exception": about("assigned", {}),
  "exceptions.list-assignees": about("open", {}),
  "exceptions.assign-exception": about("open", { version: 1 }),
  "exceptions.note-exception": about("assigned", { version: 1, message }),
  "exceptions.ask-retailer": withRetailer(about("assigned", { version: 1, message })),
  "exceptions.recall-question": about("waiting_retailer", { version: 1, message }),
  "exceptions.answer-exception": about("waiting_retailer", { version: 1, message }),
  "exceptions.resolve-exception": about("assigned", { version: 1, message, resolution: "other" }),
  "exceptions.close-exception": about("resolved", { version: 1 }),
  "exceptions.reopen-exception": about("resolved", { version: 1, message }),
};
