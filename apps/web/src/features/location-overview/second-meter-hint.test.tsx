import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SecondMeterHint } from './second-meter-hint.tsx'

const sanity = 'GET /locations/:locationId/sanity' as const
const meter = (id: number, category: 'GRID' | 'EV_CHARGER') => ({
  ...{ id, name: `Meter ${id}`, key: `m${id}`, category, model: null, metrics: [] },
  ...{ device_group_id: null, controller_id: 1, controller_unit_id: 'A' },
})
const finding = {
  ...{ kind: 'double_grid' as const, device_id: 2, device_name: 'Meter 2', count: 12 },
  ...{ other_id: 1, other_name: 'Meter 1', current: { is_reversed: false, phase_order: '123' as const } },
  ...{ hours: null, power_w: null, power_wh: null, register_wh: null, repair: null },
}

test.each(['GRID', 'EV_CHARGER'] as const)(
  'only a home with two %s is asked whether they are the same',
  async (category) => {
    const api = fakeApi({ [sanity]: () => ({ findings: [finding], corrected: [] }) })
    const person = createPerson({
      permissions: { locations: [{ id: 7, view: true, edit: true, control: true, manageUsers: true }] },
    })
    const show = (ids: number[]) =>
      renderPage(
        <SecondMeterHint location={{ ...createLocation(), devices: ids.map((id) => meter(id, category)) }} />,
        { person },
      )
    await show([1])
    expect(api.sentTo(sanity)).toEqual([])
    await show([1, 2])
    expect(await screen.findByText(/^Meter 2 and Meter 1 measure the same/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Count Meter 1 only' })).toBeTruthy()
  },
)
