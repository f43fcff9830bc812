import type { CarrierName } from "#sandbox/carriers/accounts.ts";
import { demoAccounts } from "#sandbox/carriers/accounts.ts";
import type { LoggedRequest } from "#sandbox/carriers/exchange.ts";
import type { Fault } from "#sandbox/carriers/faults.ts";
import { startCarriers } from "#sandbox/carriers/server.ts";
import type { Shipment, ShipmentState } from "#sandbox/carriers/shipments.ts";

/** The sandbox's controls, over HTTP. */
interface CarriersControl {
  /** Orders that the next requests fail; faults add up. */
  fail(fault: Partial<Fault>): Promise<void>;
  /** Takes all faults back. */
  mend(): Promise<void>;
  setLimit(perSecond: number): Promise<void>;
  /** From now on a manifest makes the carriers forget labels. */
  forgetLabels(): Promise<void>;
  /** Hands parcels over: all, or those with these numbers. */
  manifest(waybillNumbers?: readonly string[]): Promise<void>;
  move(state: ShipmentState, waybillNumbers?: readonly string[]): Promise<void>;
  /** Ends all access tokens of YunExpress. */
  endTokens(): Promise<void>;
  shipments(): Promise<Shipment[]>;
  requests(): Promise<LoggedRequest[]>;
  reset(): Promise<void>;
}

/** The sandbox carriers in this process. */
export interface SandboxCarriers {
  readonly origin: string;
  readonly port: number;
  /** the environment that leads a server here */
  readonly bases: { FOUR_PX_API_BASE: string; YUNEXPRESS_API_BASE: string; YANWEN_API_BASE: string };
  /** the credentials of the account with a carrier */
  credentials(carrier: CarrierName): { clientId: string; apiToken: string; account: string };
  readonly control: CarriersControl;
  stop(): Promise<void>;
}

function createControl(origin: string): CarriersControl {
  async function call(method: "GET" | "POST", name: string, given: object = {}): Promise<unknown> {
    const answer = await fetch(`${origin}/_control/${name}`, {
      method,
      // A new connection: a kept one may be closed by the other end just as it is reused.
      headers: { "x-sandbox": "1", "content-type": "application/json", connection: "close" },
      ...(method === "POST" && { body: JSON.stringify(given) }),
    });
    if (!answer.ok) throw new Error(`sandbox carriers, ${name}: ${await answer.text()}`);
    return answer.json();
  }
  const tell = async (name: string, given: object = {}): Promise<void> => {
    await call("POST", name, given);
  };
  const named = (waybillNumbers: readonly string[] | undefined) =>
    waybillNumbers === undefined ? {} : { waybill_numbers: waybillNumbers };
  return {
    fail: (fault) => tell("fail", fault),
    mend: () => tell("mend"),
    setLimit: (perSecond) => tell("limit", { perSecond }),
    forgetLabels: () => tell("forgets-labels"),
    manifest: (waybillNumbers) => tell("manifest", named(waybillNumbers)),
    move: (state, waybillNumbers) => tell("move", { state, ...named(waybillNumbers) }),
    endTokens: () => tell("end-tokens"),
    shipments: async () => ((await call("GET", "shipments")) as { shipments: Shipment[] }).shipments,
    requests: async () => ((await call("GET", "requests")) as { requests: LoggedRequest[] }).requests,
    reset: () => tell("reset"),
  };
}

/** Starts them on a free port. */
export async function startSandboxCarriers(): Promise<SandboxCarriers> {
  const carriers = await startCarriers({ port: 0 });
  const origin = `http://127.0.0.1:${carriers.port}`;
  return {
    origin,
    port: carriers.port,
    bases: { FOUR_PX_API_BASE: origin, YUNEXPRESS_API_BASE: origin, YANWEN_API_BASE: origin },
    credentials(carrier) {
      const account = demoAccounts.find((one) => one.carrier === carrier);
      if (account === undefined) throw new Error(`no account with ${carrier}`);
      return { clientId: account.clientId, apiToken: account.apiToken, account: "" };
    },
    control: createControl(origin),
    stop: () => carriers.close(),
  };
}
