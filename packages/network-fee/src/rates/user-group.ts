/** 0 low-voltage feeder, 1 low-voltage busbar, 2 medium-voltage feeder, 3 medium-voltage busbar, 4 high voltage. */
export type UserGroup = 0 | 1 | 2 | 3 | 4
