import { useEffect, useRef, useState } from "react";
import { parseScaleLine, splitLines } from "./scale.rules.ts";

/** The part of Web Serial that is used here; TypeScript's DOM types do not have it. */
interface SerialPort {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial {
  requestPort(): Promise<SerialPort>;
}

/** Scales ship with this speed, one start and one stop bit, no parity. */
const baudRate = 9600;

/** Returns the browser's serial ports; null where it has none. */
function getSerial(): Serial | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript's DOM types do not have it
  return "serial" in navigator ? (navigator.serial as Serial) : null;
}

/** Reads a port until the signal is aborted or the cable is pulled out. */
async function readWeights(port: SerialPort, onWeight: (grams: number) => void, signal: AbortSignal): Promise<void> {
  if (port.readable === null) return;
  const decoder = new TextDecoderStream();
  const piped = port.readable.pipeTo(decoder.writable, { signal }).catch(() => undefined);
  const reader = decoder.readable.getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const split = splitLines(rest + value);
      rest = split.rest.slice(-200);
      for (const line of split.lines) {
        const grams = parseScaleLine(line);
        if (grams !== null) onWeight(grams);
      }
    }
  } catch {
    // The stream ends with an error when it is aborted; the scale is no longer connected either way.
  }
  await piped;
  await port.close().catch(() => undefined);
}

/** A scale at a serial port. `isSupported` is false where the browser cannot read one: then weights are typed. */
export function useScale(onWeight: (grams: number) => void) {
  const [isConnected, setConnected] = useState(false);
  const latest = useRef(onWeight);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = onWeight;
  });
  useEffect(() => () => ending.current?.abort(), []);
  return {
    isSupported: getSerial() !== null,
    isConnected,
    /** Asks for the port of the scale, and reads it. Does nothing if nobody chooses one. */
    async connect(): Promise<void> {
      const port = await getSerial()
        ?.requestPort()
        .catch(() => null);
      if (port === null || port === undefined) return;
      const opened = await port.open({ baudRate }).then(
        () => true,
        () => false,
      );
      if (!opened) return;
      ending.current?.abort();
      ending.current = new AbortController();
      setConnected(true);
      await readWeights(port, (grams) => latest.current(grams), ending.current.signal);
      setConnected(false);
    },
  };
}
