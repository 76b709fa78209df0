import type { EnergyView } from '@ohmstead/contract/charts'
import { expect, test } from 'vitest'
import { chooseHeadline } from './headline.ts'

const none = {
  grid_import: null,
  grid_export: null,
  production: null,
  battery_charge: null,
  battery_discharge: null,
  consumption: null,
  ev: null,
  hvac: null,
  self_consumption: null,
  self_sufficiency: null,
}
const has = { grid: true, production: true, battery: false, ev: false, hvac: false }
const energy = (totals: Partial<EnergyView['totals']>, own = has) => ({
  totals: { ...none, ...totals },
  has: own,
})

test.each([
  ['mostly own sun', energy({ self_sufficiency: 0.82 }), true, 'location_overview.headline.sun_own'],
  [
    'mostly own sun of somebody else',
    energy({ self_sufficiency: 0.5 }),
    false,
    'location_overview.headline.sun',
  ],
  ['partly own sun', energy({ self_sufficiency: 0.2 }), true, 'location_overview.headline.partly_own'],
  [
    'before sunrise: what was used',
    energy({ consumption: 5, self_sufficiency: 0 }),
    true,
    'location_overview.headline.use',
  ],
  [
    'no plant: what was used',
    energy({ consumption: 5, self_sufficiency: 0 }, { ...has, production: false }),
    true,
    'location_overview.headline.use',
  ],
  [
    'no grid meter: what was produced',
    energy({ production: 5 }),
    true,
    'location_overview.headline.production',
  ],
  [
    'a plant that is not heard of: what came from the grid',
    energy({ grid_import: 5 }),
    true,
    'location_overview.headline.grid',
  ],
  ['nothing known is not nought', energy({}), true, 'location_overview.headline.nothing'],
])('%s', (_, today, isOwn, text) => {
  expect(chooseHeadline(today, isOwn).text).toBe(text)
})
