import type { FieldNotes } from '../field-note.ts'

/** Price lists, offers, plans, market prices. */
export const priceNotes: FieldNotes = {
  validFrom: ['First day on which it holds, inclusive.', '2026-01-01'],
  validTo: 'Last day on which it holds, inclusive; null until further notice.',
  changedAt: 'When it was changed, epoch milliseconds.',
  changedBy: 'First name of who changed it; null for the platform itself, or if the account is gone.',
  checkedOn: ['When somebody last compared it with its source.', '2026-07-22'],
  timePlanId: 'The time-of-use plan whose blocks are priced.',
  blockId: 'A block of the plan.',
  offerId: 'The offer.',
  supplier: ['Who sells the energy.', 'GEN-I'],
  region: ['Code of a bidding zone.', 'SI'],
  buy: 'Price of energy taken from the grid, per kWh without tax.',
  sell: 'Price of energy fed in, per kWh; carries no VAT. Null if nothing is paid.',
  boundMonths: 'For how many months it binds; null if it does not.',
  communityAllowed: 'Whether members of an energy community may take it; null is unknown.',
  sharingSenderAllowed: 'Whether somebody who shares surplus may take it; null is unknown.',
  needsQuarterHours: 'Whether the meter must be read by the quarter-hour.',
  remarks: 'Sold only together with another product, or surplus of the year is lost.',
  selfSupply: 'For which kind of self-supply it is.',
  note: 'What the other fields cannot say.',
  unsuitable: 'Why it does not suit; empty if nothing speaks against it.',
  hasProduction: 'Whether there is a power plant of its own; null is unknown.',
  hasQuarterHours: 'Whether its meter is read by the quarter-hour; null is unknown.',
  aboveKwh: ['From how many kWh of the block in a calendar month the price holds.', 300],
}
