/** What a file of published network rates may contain, as named in files, formulas and answers. */
export const rateKinds = [
  'workFreeDays',
  'calendar',
  'newSystem',
  'communityEnergy',
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
