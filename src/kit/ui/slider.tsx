import "./slider.css";
import { Label, Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components/Slider";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onNumber: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** formats the value for display and screen readers, such as a percentage */
  readonly format?: Intl.NumberFormatOptions;
  readonly isDisabled?: boolean;
}

/** A number between two bounds, drawn as a track. */
export function Slider({ label, value, onNumber, min, max, step = 1, format, isDisabled = false }: SliderProps) {
  return (
    <AriaSlider
      className="slider"
      value={value}
      onChange={(next) => onNumber(Array.isArray(next) ? (next[0] ?? min) : next)}
      minValue={min}
      maxValue={max}
      step={step}
      isDisabled={isDisabled}
      {...(format === undefined ? {} : { formatOptions: format })}
    >
      <Label className="field-label">{label}</Label>
      <SliderOutput className="slider-value" />
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
    </AriaSlider>
  );
}
