import type { StepEntity } from './campaign.entity.js';

export interface WantedStep {
  readonly id?: string | undefined;
  readonly templateId: string;
  readonly templateName: string;
  readonly delaySeconds: string;
}

type KnownStep = Pick<StepEntity, 'id' | 'templateId' | 'delaySeconds'>;
export type ListedStep = Omit<StepEntity, 'accountId' | 'campaignId' | 'position'>;

/**
 * Matches the wanted steps with the existing ones (docs/drips.md#changing-a-campaign): by id; else the first with the
 * same template and delay; else the first with the same template. Returns undefined for an unknown or repeated id.
 */
export function matchSteps(
  known: readonly KnownStep[],
  wanted: readonly WantedStep[],
  newStepId: () => string,
): { readonly steps: readonly ListedStep[]; readonly removed: readonly string[] } | undefined {
  const free = new Map(known.map((step) => [step.id, step]));
  const chosen = new Map<WantedStep, string>();
  for (const step of wanted) {
    if (step.id === undefined) continue;
    if (!free.delete(step.id)) return undefined;
    chosen.set(step, step.id);
  }
  const matchBy = (alike: (one: KnownStep, other: WantedStep) => boolean): void => {
    for (const step of wanted) {
      const match = chosen.has(step) ? undefined : [...free.values()].find((other) => alike(other, step));
      if (!match) continue;
      free.delete(match.id);
      chosen.set(step, match.id);
    }
  };
  matchBy((one, other) => one.templateId === other.templateId && one.delaySeconds === other.delaySeconds);
  matchBy((one, other) => one.templateId === other.templateId);
  return {
    steps: wanted.map((step) => ({
      id: chosen.get(step) ?? newStepId(),
      templateId: step.templateId,
      templateName: step.templateName,
      delaySeconds: step.delaySeconds,
    })),
    removed: [...free.keys()],
  };
}

/**
 * The first step that the member has not had, after the last of its steps that still exists; undefined at the end
 * (docs/drips.md#changing-a-campaign).
 */
export function nextStep<Step extends { readonly id: string }>(
  steps: readonly Step[],
  had: readonly string[],
): Step | undefined {
  const hadIds = new Set(had);
  const last = had.findLast((id) => steps.some((step) => step.id === id));
  const from = last === undefined ? 0 : steps.findIndex(({ id }) => id === last) + 1;
  return steps.slice(from).find(({ id }) => !hadIds.has(id));
}
