import "./main-trust.css";
import type { PageProps } from "./page-props.ts";
import { ThemedPicture } from "./themed-picture.tsx";

const reasons = ["complete", "patient", "resumes", "photos", "permissions", "leaves"] as const;
/** The first three reasons as pictures, with alternative text and caption. */
const proofs = [
  { picture: "report", alt: "publicPages.main.trust.reportAlt", caption: "publicPages.main.trust.reportCaption" },
  { picture: "collecting", alt: "publicPages.main.loop.collectingAlt", caption: "publicPages.main.trust.collectingCaption" },
  { picture: "blocked", alt: "publicPages.main.trust.blockedAlt", caption: "publicPages.main.trust.blockedCaption" },
] as const;

/** Why the file is reliable: six reasons, and pictures of the product's own output. */
export function MainTrust({ t, language }: PageProps) {
  return (
    <section className="band">
      <div className="frame-width band-inner">
        <h2 className="band-title">{t("publicPages.main.trust.title")}</h2>
        <ul className="reasons">
          {reasons.map((reason) => (
            <li key={reason} className="reason">
              <h3>{t(`publicPages.main.trust.${reason}`)}</h3>
              <p>{t(`publicPages.main.trust.${reason}Text`)}</p>
            </li>
          ))}
        </ul>
        <div className="proofs">
          {proofs.map(({ picture, alt, caption }) => (
            <figure key={picture} className="proof">
              <ThemedPicture name={picture} language={language} alt={t(alt)} />
              <figcaption>{t(caption)}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
