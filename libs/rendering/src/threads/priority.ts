/** How willingly a thread gives way to the others of the machine, its own process's first ones too (nice, from 0 to 19). */
export const backgroundPriority = 10;
