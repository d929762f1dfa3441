/**
 * How willingly a thread gives way to the others of the machine, its own process's first ones too (nice, from 0 to 19): a third of their share,
 * which is enough for what a mail may take before its deadline.
 */
export const backgroundPriority = 5;
