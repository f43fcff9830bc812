import { uploadImages } from "#src/kit/files/files.contract.ts";
import { getReturn } from "#src/outbound/returns/returns.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { request } from "../client.ts";
import { addReturnRows } from "../rows-returns.ts";
import { staffOf } from "../stage-stock.ts";
import type { SubjectWalk } from "./walk.ts";

const states = ["expected", "unknown", "arrived", "inspected", "decided"] as const;

/** Returns in each state that waits for somebody, of a retailer and, where its goods are, of the provider's own. */
const returnsWalk: SubjectWalk = {
  actions: ["cancel", "assign", "decide", "decideMany", "photograph"].map((name) => `returns.${name}`),
  states: [...states, "inspected, of the provider's own order"],
  async make({ test, world, viewer, ask }, state, action) {
    const isOwn = state.endsWith("own order");
    if (viewer.role === "dropShipper" && (isOwn || state === "unknown")) return null;
    const of = states.find((one) => state.startsWith(one)) ?? "arrived";
    const { returnUuid: return_uuid, lineOfReturn: line_uuid } = await test.services.database.transaction(staffOf(world.providerA), (tx) =>
      addReturnRows(tx, isOwn ? world.provider : world.retailer, of),
    );
    const files = [{ field: "images", name: "a.png", bytes: tinyPng }];
    const uploaded =
      action === "returns.photograph" ? await request(test.app, uploadImages, {}, { token: viewer.person.token, files }) : null;
    const step = { return_uuid, version: 1 };
    return {
      subject: await ask(getReturn, { return_uuid }),
      inputs: {
        "returns.cancel-return": step,
        "returns.assign": { ...step, owner_uuid: world.retailerA },
        "returns.decide-return": { ...step, lines: [{ line_uuid, good_decision: "restock", damaged_decision: "scrap" }] },
        "returns.decide-returns": { return_uuids: [return_uuid], good_decision: "restock", damaged_decision: "scrap" },
        "returns.add-photos": { return_uuid, filenames: uploaded?.data.result.map(({ filename }) => filename) ?? [`${newId()}.png`] },
      },
    };
  },
};

export const returnsWalks: readonly SubjectWalk[] = [returnsWalk];
