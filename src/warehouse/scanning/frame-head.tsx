import type { LucideIcon } from "lucide-react";
import UserRoundCog from "lucide-react/icons/user-round-cog";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import Wifi from "lucide-react/icons/wifi";
import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { BareButton } from "#src/kit/ui/button.tsx";
import { KeyCap } from "#src/kit/ui/scan/key-cap.tsx";
import { useSound } from "#src/kit/ui/scan/sound.store.ts";
import { frameKeys } from "./frame-keys.ts";
import type { QueueState } from "./queue-status.tsx";

interface IconKeyProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keyName?: string;
  readonly isWarning?: boolean;
  /** shown beside the icon unless 0 */
  readonly count?: number;
  readonly onPress: () => void;
}

/** A 44 px icon button with its key below. */
function IconKey({ icon: Icon, label, keyName, isWarning = false, count = 0, onPress }: IconKeyProps) {
  return (
    <BareButton
      className={isWarning ? "hand-held-key hand-held-key-warn" : "hand-held-key"}
      aria-label={label}
      title={label}
      {...(keyName === undefined ? {} : { "aria-keyshortcuts": keyName })}
      onClick={onPress}
    >
      <span className="hand-held-key-icon">
        <Icon size={20} aria-hidden="true" />
        {count > 0 && (
          <span className="hand-held-key-count number" aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      {keyName !== undefined && <KeyCap name={keyName} />}
    </BareButton>
  );
}

interface FrameHeadProps {
  readonly title: string;
  readonly name: string;
  readonly queue: QueueState;
  readonly onQueue: () => void;
  readonly onHands: () => void;
}

/** The task, the user and the device's keys in one 44 px row. */
export function FrameHead({ title, name, queue, onQueue, onHands }: FrameHeadProps) {
  const { t } = useTranslation();
  const { isOn, toggle } = useSound();
  const { isConnected, waiting, aside } = queue;
  return (
    <header className="hand-held-head">
      <div className="hand-held-who">
        <h1 id="hand-held-title">{title}</h1>
        <span className="hand-held-name">{t("scanning.who", { name })}</span>
      </div>
      <IconKey icon={isOn ? Volume2 : VolumeX} label={t(isOn ? "scan.sound.on" : "scan.sound.off")} onPress={toggle} />
      <IconKey icon={UserRoundCog} label={t("scanning.hands.open")} keyName={frameKeys.hands} onPress={onHands} />
      <IconKey
        icon={isConnected ? Wifi : WifiOff}
        label={t("scanning.queue.show")}
        keyName={frameKeys.queue}
        isWarning={!isConnected || aside > 0}
        count={aside + (isConnected ? 0 : waiting)}
        onPress={onQueue}
      />
    </header>
  );
}
