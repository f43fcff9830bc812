import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Example } from "./example.ts";

/** An input for each support call. */
export const supportExamples: Readonly<Record<string, Example>> = {
  "support.send-request": {
    own: async () => ({
      email: `${newId()}@example.test`,
      topic: "other",
      message: "What happened, and when it did.",
      language: "en_us",
      open_ms: 5000,
    }),
  },
  "support.list-requests": { own: async () => ({}) },
  "support.answer-request": {
    own: async ({ test }) => {
      const requestUuid = newId();
      await test.services.database.transaction(anonymous, (tx) =>
        tx
          .insertInto("support_request")
          .values({
            request_uuid: requestUuid,
            number: requestUuid,
            email: "somebody@example.test",
            topic: "other",
            message: "What happened.",
            language: "en_us",
            status: "OPEN",
            created_at: test.services.clock.now(),
          })
          .execute(),
      );
      return { request_uuid: requestUuid, version: 1, answer: "This is what to do now." };
    },
  },
};
