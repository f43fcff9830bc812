import type { z } from "zod";
import type { Permission, Role } from "./actors.ts";

/** Something the server tells over the websocket, by name. */
export interface Topic<P extends z.ZodType = z.ZodType> {
  /** slice and what happened: `downloads.changed` */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly permission?: Permission;
  readonly payload: P;
}

/** Defines a topic. Who hears an event is its audience (provider, retailer, user); the topic says which roles may listen at all. */
export function defineTopic<P extends z.ZodType>(topic: Topic<P>): Topic<P> {
  return Object.freeze(topic);
}
