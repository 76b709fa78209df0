/** The prefix of everything that shows alarms: those of a place, and their counts in the tree. */
export const alarmsKey = ['alarms'] as const
