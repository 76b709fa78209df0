import { expect, test } from 'vitest'
import type { PlaceEnergy } from '../../shared/charts/chart-place.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Totals } from './totals.tsx'

const nothing = {
  ...{
    production: null,
    grid_import: null,
    grid_export: null,
    battery_charge: null,
    battery_discharge: null,
  },
  ...{ ev: null, hvac: null },
}
const energy = {
  has: { production: false, grid: true, battery: false, ev: false, hvac: false },
  totals: { ...nothing, consumption: 900, self_sufficiency: null },
} as PlaceEnergy
const compared = { ...nothing, consumption: { own: 900, other: 1000 } }

test.each([
  [true, '10% less than in the other period.'],
  [false, '10% less than in the other period up to the same point.'],
])('a range that is over (%s) is compared as a whole', async (isOver, sentence) => {
  await renderPage(<Totals energy={energy} compared={compared} isOver={isOver} />, { person: createPerson() })
  expect(document.querySelector('p')?.textContent).toContain(sentence)
})
