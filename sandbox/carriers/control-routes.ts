import { carrierNames } from "./accounts.ts";
import type { Exchange, Reply, Sandbox } from "./exchange.ts";
import { json, parseObject } from "./exchange.ts";
import { operations, wrongAnswers } from "./faults.ts";
import type { Shipment } from "./shipments.ts";
import { shipmentStates } from "./shipments.ts";

type Given = Readonly<Record<string, unknown>>;
type Control = (sandbox: Sandbox, given: Given) => object;

class BadControl extends Error {}

function readNumber(given: Given, name: string, most: number, otherwise: number): number {
  const value = given[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > most)
    throw new BadControl(`${name} must be a whole number of at most ${most}`);
  return value;
}

function readChoice<T extends string>(given: Given, name: string, choices: readonly T[]): T | null {
  const value = given[name] ?? null;
  if (value === null) return null;
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw new BadControl(`${name} must be one of ${choices.join(", ")}`);
  return chosen;
}

/** Finds the shipments that a control names by their waybill numbers; without numbers all that are not cancelled. */
function findShipments({ shipments }: Sandbox, given: Given): Shipment[] {
  const wanted = given["waybill_numbers"];
  if (wanted === undefined) return shipments.list().filter(({ state }) => state !== "cancelled");
  if (!Array.isArray(wanted)) throw new BadControl("waybill_numbers must be a list");
  return shipments.list().filter(({ waybillNumber }) => wanted.includes(waybillNumber));
}

const controls: Readonly<Record<string, Control>> = {
  "GET shipments": ({ shipments }) => ({ shipments: shipments.list() }),
  "GET requests": ({ log }) => ({ requests: log }),
  "POST fail": ({ faults }, given) => {
    faults.add({
      times: readNumber(given, "times", 1_000_000, 1),
      carrier: readChoice(given, "carrier", carrierNames),
      operation: readChoice(given, "operation", operations),
      status: given["status"] === undefined ? null : readNumber(given, "status", 599, 500),
      delayMs: readNumber(given, "delayMs", 600_000, 0),
      lateMs: readNumber(given, "lateMs", 600_000, 0),
      lost: given["lost"] === true,
      twice: given["twice"] === true,
      wrong: readChoice(given, "wrong", wrongAnswers),
    });
    return {};
  },
  "POST mend": ({ faults }) => {
    faults.clear();
    return {};
  },
  "GET limit": ({ limit: { perSecond, refused } }) => ({ perSecond, refused }),
  "POST limit": ({ limit }, given) => {
    limit.perSecond = readNumber(given, "perSecond", 1_000_000, limit.perSecond);
    return {};
  },
  "POST forgets-labels": (sandbox, given) => {
    sandbox.forgetsLabels = given["forgets"] !== false;
    return {};
  },
  // The hand-over: the carrier takes the parcels, and may drop their labels.
  "POST manifest": (sandbox, given) => {
    const taken = findShipments(sandbox, given);
    for (const shipment of taken) {
      sandbox.shipments.move(shipment, "inTransit");
      if (sandbox.forgetsLabels) sandbox.shipments.forgetLabel(shipment);
    }
    return { taken: taken.length };
  },
  "POST move": (sandbox, given) => {
    const state = readChoice(given, "state", shipmentStates);
    if (state === null) throw new BadControl("state is required");
    const moved = findShipments(sandbox, given);
    for (const shipment of moved) sandbox.shipments.move(shipment, state);
    return { moved: moved.length };
  },
  "POST end-tokens": ({ tokens }) => {
    tokens.clear();
    return {};
  },
  "POST reset": (sandbox) => {
    sandbox.shipments.clear();
    sandbox.faults.clear();
    sandbox.tokens.clear();
    sandbox.log.length = 0;
    sandbox.forgetsLabels = false;
    return {};
  },
};

/** Serves `/_control/...`: JSON in and out, for tests and the demo. The required header keeps pages of other origins away. */
export function serveControl(sandbox: Sandbox, { method, url, headers, body }: Exchange): Reply {
  if (headers["x-sandbox"] !== "1") return json(403, { error: "Send the header x-sandbox: 1." });
  const control = controls[`${method} ${url.pathname.slice("/_control/".length)}`];
  if (control === undefined) return json(404, { error: "No such control." });
  const given = body === "" ? {} : parseObject(body);
  if (given === null) return json(400, { error: "Not a JSON object." });
  try {
    return json(200, control(sandbox, given));
  } catch (error) {
    if (error instanceof BadControl) return json(400, { error: error.message });
    throw error;
  }
}
