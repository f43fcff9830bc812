import { useEffect, useRef, useState } from "react";
import { emptyScale, parseScaleLine, splitLines, withReading, withSettled } from "./scale.rules.ts";
import type { OnScale } from "./scale.rules.ts";

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

/** How exactly the silence of a scale is measured, in ms. */
const tickMs = 100;

/** Returns the browser's serial ports; null where it has none. */
function getSerial(): Serial | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript's DOM types do not have it
  return "serial" in navigator ? (navigator.serial as Serial) : null;
}

/** Reads a port's lines until the signal is aborted or the cable is pulled out. */
async function readLines(port: SerialPort, onLine: (line: string) => void, signal: AbortSignal): Promise<void> {
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
      for (const line of split.lines) onLine(line);
    }
  } catch {
    // The stream ends with an error when it is aborted; the scale is no longer connected either way.
  }
  await piped;
  await port.close().catch(() => undefined);
}

/**
 * A scale at a serial port. `isSupported` is false where the browser cannot read one: then weights are typed.
 * @param onWeight told whenever the scale sends a weight that is not settled; `read` returns it
 */
export function useScale(onWeight: () => void) {
  const [isConnected, setConnected] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const onScale = useRef(emptyScale);
  /** ticks since the scale said something of a weight last; none while the page is busy, for what the scale sends then waits to be read */
  const quietTicks = useRef(0);
  const latest = useRef(onWeight);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = onWeight;
  });
  useEffect(() => () => ending.current?.abort(), []);

  function change(to: OnScale): void {
    onScale.current = to;
    setSettled(to.isSettled);
  }
  function hear(line: string): void {
    const reading = parseScaleLine(line);
    if (reading === undefined) return;
    change(withReading(onScale.current, reading, quietTicks.current * tickMs));
    quietTicks.current = 0;
    if (reading !== null && !onScale.current.isSettled) latest.current();
  }
  return {
    isSupported: getSerial() !== null,
    isConnected,
    /** whether what stands on it was weighed already: it counts for nothing else until the scale has moved */
    isSettled: isConnected && isSettled,
    /** Returns the weight on the scale in grams; null if there is none, or it is settled. */
    read: (): number | null => (onScale.current.isSettled ? null : onScale.current.grams),
    /** Marks what stands on the scale as weighed. */
    settle: () => change(withSettled(onScale.current)),
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
      const ticking = setInterval(() => (quietTicks.current += 1), tickMs);
      await readLines(port, hear, ending.current.signal);
      clearInterval(ticking);
      setConnected(false);
    },
  };
}
