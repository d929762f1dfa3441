const logTabs = ['timeline', 'mail', 'text', 'source', 'data', 'attempts'] as const;
export type LogTab = (typeof logTabs)[number];

export const validateTab = ({ tab }: Record<string, unknown>): { tab?: LogTab } => {
  const known = logTabs.find((name) => name === tab);
  return known === undefined ? {} : { tab: known };
};
