/** What a file of published network rates may hold, as files, formulas and answers name it. */
export const rateKinds = [
  'workFreeDays',
  'calendar',
  'newSystem',
  'withoutQuarterHourMetering',
  'excessFactor',
  'excessCharge',
  'minimumAgreedPower',
  'operatorDefault',
  'fuses',
  'oldSystem',
  'peakLoadHours',
  'energyLevies',
  'supportLevyOld',
  'supportLevyNew',
  'vat',
] as const
export type RateKind = (typeof rateKinds)[number]
