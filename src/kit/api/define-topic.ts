import type { z } from "zod";
import type { Permission, Role } from "./roles-and-permissions.ts";

/** A named kind of event that the server publishes over the websocket. */
export interface Topic<P extends z.ZodType = z.ZodType> {
  /** slice and what happened: `downloads.changed` */
  readonly name: string;
  readonly roles: readonly Role[];
  /** the permission that an operator needs; of several, any one */
  readonly permission?: Permission | readonly Permission[];
  readonly payload: P;
}

/** Defines a topic. An event's audience (provider, retailer, user) decides who receives it; the topic's roles decide who may subscribe. */
export function defineTopic<P extends z.ZodType>(topic: Topic<P>): Topic<P> {
  return Object.freeze(topic);
}
