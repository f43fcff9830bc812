import { useState } from "react";

/**
 * A small picture of a page, decorative. Only https addresses are asked for, and the marketplace is not told from where;
 * a picture that does not come, or that nobody names, has a drawn one in its place.
 */
export function Thumb({ url }: { url: string }) {
  const [failed, setFailed] = useState("");
  if (!url.startsWith("https://") || failed === url) return <NoPicture />;
  return (
    <img className="thumb" src={url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
  );
}

/** A frame with a sun over hills, as where pictures are missing elsewhere. */
function NoPicture() {
  return (
    <span className="thumb thumb-none" aria-hidden="true">
      <svg viewBox="0 0 24 24" width={24} height={24} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round">
        <rect x={3} y={4} width={18} height={16} rx={2} />
        <circle cx={8.5} cy={9.5} r={1.5} />
        <path d="m3.5 17.5 5-4.5 3.5 3 4-4.5 4.5 5" />
      </svg>
    </span>
  );
}
