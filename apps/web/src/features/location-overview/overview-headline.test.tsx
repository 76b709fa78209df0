import type { EnergyView, GlanceView } from '@ohmstead/contract/charts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { OverviewHeadline } from './overview-headline.tsx'

const totals = { consumption: 4200, production: 3000, self_sufficiency: 0.62 }
const energyOf = (change: Partial<typeof totals> = {}, production = true) =>
  ({
    totals: { ...totals, ...change },
    has: { grid: true, production, battery: false, ev: false, hvac: false },
  }) as EnergyView
const glance: GlanceView = {
  time_zone: 'Europe/Ljubljana',
  usual: { until: Date.parse('2026-11-22T13:40:00+01:00'), days: 6, usual: 5000, difference: 0.2 },
  peak: null,
  money: null,
  days: [],
}

async function show(energy: EnergyView | undefined, { ownerId = 1, hasFailed = false } = {}) {
  await renderPage(
    <OverviewHeadline
      location={createLocation({ owner_id: ownerId, name: 'Farm' })}
      energy={energy}
      glance={glance}
      hasFailed={hasFailed}
    />,
    { person: createPerson() },
  )
}
const words = () => screen.getByRole('banner').textContent!.replaceAll(/[\u00a0\u202f]/g, ' ')

test('one’s own home is spoken of as such, any other place by its name', async () => {
  await show(energyOf())
  expect(words()).toContain('Your home runs on its own sun62%')
})

test('a place of somebody else is spoken of by its name', async () => {
  await show(energyOf(), { ownerId: 2 })
  expect(words()).toContain('Farm runs on its own sun62%')
})

test('what was used stands beside the usual day where the large figure is another one', async () => {
  await show(energyOf())
  expect(words()).toMatch(/4\.20 kWh used · 20% more than a usual Sunday by now$/)
})

test('what was used stands once where it is the large figure', async () => {
  await show(energyOf({}, false))
  expect(words()).toMatch(/^Used today4\.20 kWhsince midnight20% more than a usual Sunday by now$/)
})

test('a place whose energy cannot be read is still named', async () => {
  await show(undefined, { hasFailed: true })
  expect(screen.getByRole('heading').textContent).toBe('Farm')
})
