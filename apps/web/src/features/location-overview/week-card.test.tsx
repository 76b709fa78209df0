import type { GlanceView } from '@ohmstead/contract/charts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { UsualNote } from './usual-note.tsx'
import { WeekCard } from './week-card.tsx'

const zone = 'Europe/Ljubljana'
// Monday 16 to Sunday 22 November.
const days = Array.from({ length: 7 }, (_, index) => ({
  start: Date.parse('2026-11-16T00:00:00+01:00') + index * 86_400_000,
  end: Date.parse('2026-11-17T00:00:00+01:00') + index * 86_400_000,
  consumption: index === 2 ? null : 1500 * (index + 1),
  production: 500,
  grid_import: 800,
  is_incomplete: index === 1,
}))
const glance: GlanceView = { time_zone: zone, usual: null, peak: null, money: null, days }
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')

test('each day of the week before leads to its chart and marks incomplete data', async () => {
  await renderPage(<WeekCard address={{ locationId: 7 }} glance={glance} hasProduction />, {
    person: createPerson(),
  })
  const links = screen.getAllByRole('link')
  const names = links.map((link) => plain(link.querySelector('.visually-hidden')!.textContent))
  expect(names.slice(0, 3)).toEqual([
    'Monday, 1.50 kWh used, 500 Wh produced',
    'Tuesday, 3.00 kWh used, 500 Wh produced, incomplete',
    'Wednesday, – kWh used, 500 Wh produced',
  ])
  expect(links[6]!.getAttribute('href')).toBe('/locations/7/charts?date=2026-11-22')
  // One unit for all of them; yesterday in full.
  expect(links.at(-1)!.textContent).toMatch(/10\.5Sun$/)
  expect(screen.getAllByRole('definition').map(({ textContent }) => plain(textContent))).toEqual([
    '10.5 kWh',
    '500 Wh',
  ])
})

test('a place that did not exist last week shows no week', async () => {
  const unknown = days.map((day) => ({ ...day, consumption: null, production: null }))
  await renderPage(
    <WeekCard address={{ locationId: 7 }} glance={{ ...glance, days: unknown }} hasProduction />,
    { person: createPerson() },
  )
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each([
  [-0.031, '3% less than a usual Sunday by now'],
  [0.2, '20% more than a usual Sunday by now'],
  [0.004, 'As much as a usual Sunday by now'],
])('a difference of %d reads "%s"', async (difference, text) => {
  const until = Date.parse('2026-11-22T13:40:00+01:00')
  await renderPage(
    <UsualNote usual={{ until, days: 6, usual: 5000, difference }} timeZone={zone} usedWh={null} />,
    { person: createPerson() },
  )
  expect(screen.getByText(text)).toBeTruthy()
})

test('a plant that only produces has its week too', async () => {
  const produced = days.map((day) => ({ ...day, consumption: null }))
  await renderPage(
    <WeekCard address={{ locationId: 7 }} glance={{ ...glance, days: produced }} hasProduction />,
    { person: createPerson() },
  )
  expect(screen.getAllByRole('link')).toHaveLength(7)
})

test.each([
  ['base', '10500Sun', 'Wh'],
  ['kilo', '10.5Sun', 'kWh'],
] as const)(
  'the numbers below the bars are in the unit that the person chose: %s',
  async (units, last, unit) => {
    const { settings } = createPerson()
    await renderPage(<WeekCard address={{ locationId: 7 }} glance={glance} hasProduction />, {
      person: createPerson({ settings: { ...settings, units } }),
    })
    expect(screen.getAllByRole('link').at(-1)!.textContent!.replaceAll(/[,\s]/g, '')).toMatch(
      new RegExp(`${last}$`),
    )
    expect(screen.getByRole('list').getAttribute('data-unit')).toBe(unit)
  },
)
