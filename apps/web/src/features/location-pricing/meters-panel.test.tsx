import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MetersPanel } from './meters-panel.tsx'

const sums = { importMilliWh: 10e6, exportMilliWh: null }
const late = (quarterHours: number): MeterComparisonView => ({
  days: [
    { day: '2026-05-01', comparable: 96, agrees: true, official: sums, controller: sums },
    { day: '2026-05-02', comparable: 96, agrees: false, official: sums, controller: sums },
  ],
  ...{ official: sums, controller: sums, comparable: 192 },
  disagreement: {
    ...{ since: '2026-05-02', until: '2026-05-02', importShare: 0, exportShare: null },
    ...{ official: sums, controller: sums, suspicions: [{ kind: 'clockShift', quarterHours }] },
  },
})

test.each([
  [4, 'Its readings fit when they are moved 60 minutes earlier: its clock may be fast.'],
  [-2, 'Its readings fit when they are moved 30 minutes later: its clock may be slow.'],
])('a controller %i quarter-hours late reads "%s"', async (quarterHours, text) => {
  fakeApi({
    'GET /locations/:locationId/pricing/meter-comparison': () => ({ comparison: late(quarterHours) }),
  })
  await renderPage(<MetersPanel locationId={7} timeZone="Europe/Ljubljana" />)
  await screen.findByText(text)
})
