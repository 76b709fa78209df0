export interface ForecastControlOptions {
  /** How far a plan looks ahead, hours. */
  horizonHours: number
  /** A new plan is made this often. */
  replanHours: number
  /** Plans use steps of this length; decisions are made at every step of the problem. */
  planStepHours: number
  /** Prices are known this far ahead; beyond, those of the same hour of the last known day are assumed. */
  knownPriceHours: number
  /** The loads of this many previous days are the guesses for a coming day. */
  days: number
  /** Number of content slices in a plan. */
  slices: number
}
