import "./main-loop.css";
import type { PageProps } from "./page-props.ts";
import { ThemedPicture } from "./themed-picture.tsx";

/** The pictures of an export, in order. */
const frames = ["ready", "collecting", "done", "workbook"] as const;
/** The states of the loop besides resting on a picture. */
const motions = ["play", "pause"] as const;

function Choice({ value, text, isFirst = false }: { value: string; text: string; isFirst?: boolean }) {
  return (
    <label className={`loop-choice loop-choice-${value}`}>
      <input type="radio" name="loop" value={value} defaultChecked={isFirst} />
      <span>{text}</span>
    </label>
  );
}

/**
 * An export in four pictures, one after the other. Radio buttons play, pause or select a picture, so it works by keyboard and without scripts. With reduced
 * motion the first picture stays and the others can be selected.
 */
export function MainLoop({ t, language }: PageProps) {
  return (
    <fieldset className="loop" data-island="loop">
      <legend className="visually-hidden">{t("publicPages.main.loop.label")}</legend>
      <div className="loop-stage">
        {frames.map((frame, place) => (
          <div key={frame} className={`loop-frame loop-frame-${frame}`}>
            <ThemedPicture name={frame} language={language} alt={t(`publicPages.main.loop.${frame}Alt`)} isFirst={place === 0} />
          </div>
        ))}
      </div>
      <div className="loop-choices">
        <div className="loop-motions">
          {motions.map((motion) => (
            <Choice key={motion} value={motion} text={t(`publicPages.main.loop.${motion}`)} isFirst={motion === "play"} />
          ))}
        </div>
        <div className="loop-frames">
          {frames.map((frame) => (
            <Choice key={frame} value={frame} text={t(`publicPages.main.loop.${frame}`)} />
          ))}
        </div>
      </div>
    </fieldset>
  );
}
