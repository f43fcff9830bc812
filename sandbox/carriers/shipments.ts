import type { CarrierName } from "./accounts.ts";

export const shipmentStates = ["created", "inTransit", "delivered", "exception", "returned", "cancelled"] as const;
export type ShipmentState = (typeof shipmentStates)[number];

export interface TrackPoint {
  readonly at: Date;
  readonly state: ShipmentState;
  readonly text: string;
  readonly location: string;
}

/** A shipment that a carrier has accepted. */
export interface Shipment {
  readonly carrier: CarrierName;
  readonly clientId: string;
  readonly reference: string;
  /** the carrier's number */
  readonly waybillNumber: string;
  /** of the last mile */
  readonly trackingNumber: string;
  readonly productCode: string;
  readonly grams: number;
  /** what its label was asked for in; a PDF without it */
  readonly labelFormat?: "PDF" | "ZPL";
  readonly recipient: { readonly name: string; readonly country: string; readonly lines: readonly string[] };
  readonly createdAt: Date;
  state: ShipmentState;
  /** newest first */
  points: readonly TrackPoint[];
  /** after the manifest, if the carrier forgets labels then */
  isLabelForgotten: boolean;
}

export type NewShipment = Pick<Shipment, "carrier" | "clientId" | "reference" | "productCode" | "grams" | "labelFormat" | "recipient">;

const texts: Readonly<Record<ShipmentState, readonly [text: string, location: string]>> = {
  created: ["Shipment information received", ""],
  inTransit: ["Departed from the sorting centre", "Shenzhen"],
  delivered: ["Delivered", "Destination"],
  exception: ["The address is incomplete", "Destination"],
  returned: ["Returned to the sender", "Shenzhen"],
  cancelled: ["Cancelled by the sender", ""],
};

const prefixes: Readonly<Record<CarrierName, string>> = { "4px": "4PX", yunexpress: "YT", yanwen: "YW" };

/** The shipments of all accounts. */
export interface Shipments {
  /** Accepts a shipment; null if a shipment of the account that is not cancelled has its reference. */
  add(shipment: NewShipment): Shipment | null;
  /** Finds a shipment of an account by any of its numbers; of several with one reference, the one that is not cancelled. */
  find(carrier: CarrierName, clientId: string, number: string): Shipment | null;
  /** Sets the state, with a point of its track. */
  move(shipment: Shipment, state: ShipmentState): void;
  forgetLabel(shipment: Shipment): void;
  list(): readonly Shipment[];
  clear(): void;
}

interface ShipmentsOptions {
  /** those of an earlier start, oldest first */
  readonly earlier?: readonly Shipment[];
  /** a shipment was added or changed */
  readonly changed?: (shipment: Shipment) => void;
}

/** Creates the shipments of all accounts. */
export function createShipments({ earlier = [], changed = () => undefined }: ShipmentsOptions = {}): Shipments {
  const now = () => new Date();
  const all: Shipment[] = [];
  const byNumber = new Map<string, Shipment>();
  const byReference = new Map<string, Shipment>();
  // Numbers of a later start differ.
  let next = now().getTime() * 100;
  const key = ({ carrier, clientId }: Pick<Shipment, "carrier" | "clientId">, number: string) => [carrier, clientId, number].join("\0");
  const point = (state: ShipmentState): TrackPoint => ({ at: now(), state, text: texts[state][0], location: texts[state][1] });
  const keep = (shipment: Shipment) => {
    all.push(shipment);
    byReference.set(key(shipment, shipment.reference), shipment);
    for (const number of [shipment.waybillNumber, shipment.trackingNumber]) byNumber.set(key(shipment, number), shipment);
  };
  for (const shipment of earlier) keep(shipment);
  return {
    add(wanted) {
      const taken = byReference.get(key(wanted, wanted.reference));
      if (taken !== undefined && taken.state !== "cancelled") return null;
      next += 1;
      const shipment: Shipment = {
        ...wanted,
        waybillNumber: `${prefixes[wanted.carrier]}${next}`,
        trackingNumber: `LM${next}CN`,
        createdAt: now(),
        state: "created",
        points: [point("created")],
        isLabelForgotten: false,
      };
      keep(shipment);
      changed(shipment);
      return shipment;
    },
    find(carrier, clientId, number) {
      const wanted = key({ carrier, clientId }, number);
      return byNumber.get(wanted) ?? byReference.get(wanted) ?? null;
    },
    move(shipment, state) {
      shipment.state = state;
      shipment.points = [point(state), ...shipment.points];
      changed(shipment);
    },
    forgetLabel(shipment) {
      shipment.isLabelForgotten = true;
      changed(shipment);
    },
    list: () => all,
    clear() {
      all.length = 0;
      byNumber.clear();
      byReference.clear();
    },
  };
}
