import { z } from "zod";
import { defineTopic } from "#src/api/define-topic.ts";

const payload = z.object({ text: z.string() });

/** A topic for everyone who is signed in. */
export const told = defineTopic({ name: "tests.told", roles: ["provider", "operator", "dropShipper", "customer", "siteAdmin"], payload });
/** One for the staff that may see orders. */
export const orderTold = defineTopic({ name: "tests.order-told", roles: ["provider", "operator"], permission: "orders", payload });

export const testTopics = [told, orderTold];
