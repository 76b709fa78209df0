/**
 * Why the energy of a charging session cannot be relied on: a register that fell, one that rose faster than any charger
 * can, one that is no register, times that cannot be, or a beginning or end that nobody told.
 */
export const chargingDoubts = [
  'meter_fell',
  'too_fast',
  'bad_meter',
  'bad_time',
  'start_missing',
  'end_missing',
] as const
export type ChargingDoubt = (typeof chargingDoubts)[number]
