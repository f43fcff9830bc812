import type { PointerEvent } from "react";
import { useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";

/** Its picture has twice the pixels of the screen's lines, so that it can be read when it is printed. */
const [width, height] = [1000, 360];

type Point = readonly [x: number, y: number];

/** Draws a line from where the finger was to where it is. */
function drawTo(canvas: HTMLCanvasElement, from: Point, to: Point): void {
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  pen.lineWidth = 5;
  pen.lineCap = "round";
  // Ink on white paper in both themes: it is kept as a picture.
  pen.strokeStyle = "#111111";
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  pen.stroke();
}

function getPoint(canvas: HTMLCanvasElement, { clientX, clientY }: PointerEvent): Point {
  const box = canvas.getBoundingClientRect();
  return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height];
}

interface SignaturePadProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** the signature as a PNG file after each stroke; null when it was cleared */
  readonly onChange: (signature: File | null) => void;
  /** tells that the picture of a stroke is being made: until it is, the form is not sent */
  readonly onHold: (isHeld: boolean) => void;
}

/** A field to sign in, with a finger, a pen or the mouse. */
export function SignaturePad({ id, label, hint, onChange, onHold }: SignaturePadProps) {
  const { t } = useTranslation();
  const last = useRef<Point | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = getPoint(event.currentTarget, event);
    last.current = at;
    drawTo(event.currentTarget, at, at);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return;
    const at = getPoint(event.currentTarget, event);
    drawTo(event.currentTarget, last.current, at);
    last.current = at;
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return;
    last.current = null;
    onHold(true);
    event.currentTarget.toBlob((blob) => {
      onChange(blob === null ? null : new File([blob], "signature.png", { type: "image/png" }));
      onHold(false);
    }, "image/png");
  };
  const clear = () => {
    canvas.current?.getContext("2d")?.clearRect(0, 0, width, height);
    onChange(null);
  };
  return (
    <div className="stack-tight">
      {/* The canvas has the label itself: a label element belongs to inputs. */}
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      <canvas
        ref={canvas}
        id={id}
        className="signature-pad"
        width={width}
        height={height}
        aria-label={label}
        role="img"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      <div>
        <Button onClick={clear}>{t("bagging.handOver.clear")}</Button>
      </div>
    </div>
  );
}
