/** Faults that no test can notice, since the program does the same with them. Each was looked at by a person. */
export const equivalentFaults: Record<string, string> = {}
