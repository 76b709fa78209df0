import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SanityPanel } from './sanity-panel.tsx'

const repair = { is_reversed: true, phase_order: '123' as const }
const current = { is_reversed: false, phase_order: '123' as const }
const none = {
  ...{ other_id: null, other_name: null, current },
  ...{ hours: null, power_w: null, count: null, power_wh: null, register_wh: null },
}
const put = 'PUT /locations/:locationId/devices/:deviceId/correction' as const

test('a finding is told with what shows it, and put right by one press', async () => {
  const api = fakeApi({
    'GET /locations/:locationId/sanity': () => ({
      findings: [
        {
          kind: 'dark_production' as const,
          device_id: 4,
          device_name: 'Roof',
          ...none,
          hours: 2.5,
          power_w: -3000,
          repair,
        },
        {
          kind: 'register' as const,
          device_id: 5,
          device_name: 'Grid',
          ...none,
          power_wh: 5000,
          register_wh: 5,
          repair: null,
        },
      ],
      corrected: [],
    }),
    [put]: () => undefined,
  })
  const { user } = await renderPage(<SanityPanel locationId={7} mayEdit />, { person: createPerson() })
  expect(await screen.findByText(/^Roof drew power by day for 2\.5 h \(.3\.00.kW\)/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reverse the sign' }))
  expect(api.sentTo(put)[0]).toMatchObject({
    params: { locationId: '7', deviceId: '4' },
    body: { ...repair, seen: current },
  })
  expect(screen.getAllByRole('button', { name: 'Reverse the sign' })).toHaveLength(1)
})

test('of two meters that measure the same one is taken out by one press', async () => {
  const remove = 'DELETE /locations/:locationId/devices/:deviceId' as const
  const api = fakeApi({
    'GET /locations/:locationId/sanity': () => ({
      findings: [
        {
          ...{ kind: 'double_grid' as const, device_id: 5, device_name: 'Shelly', repair: null },
          ...{ ...none, other_id: 3, other_name: 'P1', count: 12 },
        },
      ],
      corrected: [],
    }),
    [remove]: () => undefined,
  })
  const { user } = await renderPage(<SanityPanel locationId={7} mayEdit />, { person: createPerson() })
  expect(await screen.findByText(/^Shelly and P1 measure the same/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Count P1 only' }))
  expect(api.sentTo(remove)[0]).toMatchObject({
    params: { locationId: '7', deviceId: '5' },
    query: { kept: '3' },
  })
})

test('of two names of one charger one is taken out by one press', async () => {
  fakeApi({
    'GET /locations/:locationId/sanity': () => ({
      findings: [
        {
          ...{ kind: 'double_charger' as const, device_id: 5, device_name: 'Garage', repair: null },
          ...{ ...none, other_id: 3, other_name: 'evcc', count: 6 },
        },
      ],
      corrected: [],
    }),
  })
  await renderPage(<SanityPanel locationId={7} mayEdit />, { person: createPerson() })
  expect(await screen.findByText(/^Garage and evcc are the same charger/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Count evcc only' })).toBeTruthy()
})

test('who was second is told, and sees what the first one did', async () => {
  const reversed = { device_id: 4, device_name: 'Roof', is_reversed: true, phase_order: '123' as const }
  let isDone = false
  const api = fakeApi({
    'GET /locations/:locationId/sanity': () => ({ findings: [], corrected: isDone ? [] : [reversed] }),
    [put]: () => {
      isDone = true
      throw new Refusal('edited_meanwhile')
    },
  })
  const { user } = await renderPage(<SanityPanel locationId={7} mayEdit />, { person: createPerson() })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^Somebody else has changed this meanwhile/)).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByText(/^Roof/)).toBeNull())
  expect(api.sentTo(put)[0]?.body).toMatchObject({ is_reversed: false, seen: { is_reversed: true } })
})
