import type { AlertCondition } from '@postrider/contracts';
import type { AlertEntity } from '../alert.entity.js';

/** How long a condition must hold before the alert fires. A provider's short failure pauses an ESP account, too. */
const holdsMs: Partial<Record<AlertCondition, number>> = { esp_account_paused: 120_000 };
/** How long a condition must not be met before the alert is over, so that a rate around its threshold is one alert. */
export const overAfterMs = 600_000;

type State = Pick<AlertEntity, 'state' | 'stateSince' | 'metSince' | 'metAt'>;

/** The state after an evaluation at `now`. */
export function nextState(
  alert: State & Pick<AlertEntity, 'condition'>,
  { met, now }: { readonly met: boolean; readonly now: Date },
): State {
  const metSince = met ? (alert.metSince ?? now) : null;
  const metAt = met ? now : alert.metAt;
  const elapsed = (since: Date | null): number => now.getTime() - (since?.getTime() ?? 0);
  const isFiring =
    alert.state === 'firing'
      ? elapsed(metAt) < overAfterMs
      : metSince !== null && elapsed(metSince) >= (holdsMs[alert.condition] ?? 0);
  const state = isFiring ? 'firing' : 'ok';
  return { state, stateSince: state === alert.state ? alert.stateSince : now, metSince, metAt };
}
