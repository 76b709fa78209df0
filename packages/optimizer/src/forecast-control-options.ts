export interface ForecastControlOptions {
  /** How far a plan looks ahead, hours. */
  horizonHours: number
  /** A new plan is made this often. */
  replanHours: number
  /** Plans are made in steps of this length; decisions at every step of the problem. */
  planStepHours: number
  /** Prices are known so far ahead; beyond, those of the same hour of the last known day are assumed. */
  knownPriceHours: number
  /** The loads of so many days before are the guesses for a day to come. */
  days: number
  /** Slices of content in which a plan reckons. */
  slices: number
}
