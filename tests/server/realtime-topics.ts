import { z } from "zod";
import { defineTopic } from "#src/kit/api/define-topic.ts";

const payload = z.object({ text: z.string() });

/** A topic for all signed-in users. */
export const told = defineTopic({ name: "tests.told", roles: ["provider", "operator", "dropShipper", "customer", "siteAdmin"], payload });
/** A topic for staff who may see orders. */
export const orderTold = defineTopic({ name: "tests.order-told", roles: ["provider", "operator"], permission: "orders", payload });

export const testTopics = [told, orderTold];
