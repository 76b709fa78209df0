import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChartLegend } from './chart-legend.tsx'

test('money of two periods is said in the same form', async () => {
  await renderPage(
    <ChartLegend
      rows={[
        {
          ...{ key: 'grid_import', label: 'Cost', colour: 'grid_import', unit: 'EUR', group: 'others' },
          ...{ value: 190.31, text: '€190.31', compared: 191, comparedText: '€191.00', hasComparison: true },
        },
      ]}
      hidden={new Set()}
      heading="Whole range"
      onToggle={() => {}}
      marks={{
        ...{ hasEstimated: false, hasGaps: false, isOngoing: false, hasNow: false },
        ...{ compared: null, note: null },
      }}
    />,
    { person: createPerson() },
  )
  expect((await screen.findByRole('button', { name: /Cost/ })).textContent).toBe('Cost€190.31€191.00 then')
})
