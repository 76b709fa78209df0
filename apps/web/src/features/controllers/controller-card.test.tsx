import type { IssuedController } from '@ohmstead/contract/controller-setup'
import type { ControllerView } from '@ohmstead/contract/controllers'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createController } from '../../testing/create-controller.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ControllerCard } from './controller-card.tsx'

const controller = createController({ alias: 'Cellar' })
const removeCall = 'DELETE /locations/:locationId/controllers/:controllerId'
const renewCall = 'POST /locations/:locationId/controllers/:controllerId/credentials'

async function show(mayEdit = true, change: Partial<ControllerView> = {}) {
  const onIssued = vi.fn()
  const shown = await renderPage(
    <ControllerCard
      isOnline
      controller={{ ...controller, ...change }}
      locationId={7}
      timeZone="Europe/Ljubljana"
      mayEdit={mayEdit}
      onIssued={onIssued}
    />,
  )
  const ask = async (what: string, answer: string) => {
    await shown.user.click(screen.getByRole('button', { name: what }))
    await shown.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  return { ...shown, onIssued, ask }
}

test('a controller is removed after a second question, and only then', async () => {
  const api = fakeApi({ [removeCall]: () => undefined })
  const { ask, user } = await show()
  await ask('Remove', 'Cancel')
  expect(api.sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const question = screen.getByRole('dialog', { name: 'Remove this controller' })
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sent).toMatchObject([{ key: removeCall, params: { locationId: '7', controllerId: '3' } }])
})

test('renewed credentials are passed on to be shown, once', async () => {
  const issued = { id: 3, unit_id: 'OH-1234' } as IssuedController
  const api = fakeApi({ [renewCall]: () => issued })
  const { ask, onIssued } = await show()
  await ask('New credentials', 'New credentials')
  await expect.poll(() => onIssued.mock.calls).toEqual([[issued]])
  expect(api.sent).toMatchObject([{ key: renewCall, params: { locationId: '7', controllerId: '3' } }])
})

test('a refusal is shown, and the controller stays', async () => {
  fakeApi({
    [removeCall]: () => {
      throw new Refusal('not_allowed')
    },
  })
  const { ask } = await show()
  await ask('Remove', 'Remove')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Cellar')).toBeTruthy()
})

test('actions name their controller if there are several', async () => {
  await show()
  for (const name of ['New credentials', 'Remove']) {
    const describedBy = screen.getByRole('button', { name }).getAttribute('aria-describedby')!
    expect(document.getElementById(describedBy)?.textContent).toBe('CellarOH-1234')
  }
})

test('a reader has no buttons', async () => {
  fakeApi({})
  await show(false)
  expect(screen.queryAllByRole('button')).toEqual([])
})

const hour = 3_600_000

test.each([
  [{ offset_ms: -2 * hour, is_wrong: true, checked_at: 0 }, 'Clock 2\u00a0hrs behind.', null],
  [{ offset_ms: 90_000, is_wrong: true, checked_at: 0 }, 'Clock 2\u00a0mins ahead.', null],
  [{ offset_ms: 90_000, is_wrong: false, checked_at: 0 }, null, 'Correct'],
  [null, null, null],
])('a wrong clock is shown with advice, a right one unobtrusively: %j', async (clock, wrong, right) => {
  fakeApi({})
  await show(true, { clock })
  expect(screen.queryByText(/^Clock \d/)?.textContent ?? null).toBe(wrong)
  expect(screen.queryByText(/NTP/) !== null).toBe(wrong !== null)
  expect(screen.queryByText('Correct')?.textContent ?? null).toBe(right)
})

const listCall = 'GET /locations/:locationId/controllers/:controllerId/implausible-values'

test('impossible values are loaded on request', async () => {
  const value = { device_name: 'Battery', device_key: 'bat', metric: 'soc', unit: '%', at: 0 }
  const power = { device_name: null, device_key: 'old', metric: 'power', unit: 'W', at: 0 }
  const api = fakeApi({
    [listCall]: () => ({
      values: [
        { ...value, value: 512, lowest: 0, highest: 100.5 },
        { ...power, value: 990e6, lowest: -1e6, highest: 1e6 },
      ],
    }),
  })
  const refusal = { count: 2, first_at: 0, last_at: 0, last_detail: null }
  const { user } = await show(false, {
    refusals: [
      { ...refusal, reason: 'implausible' },
      { ...refusal, reason: 'too_old' },
    ],
  })
  expect(api.sent).toEqual([])
  await user.click(screen.getByText(/4 messages or readings rejected/))
  await user.click(screen.getByRole('button', { name: 'Show the values' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Battery · State of charge')
  const texts = within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replaceAll('\u00a0', ' '))
  expect(texts[0]).toContain('512%Possible range: 0% to 100.5%')
  expect(texts[1]).toContain('old · Power990 MWPossible range: −1,000 kW to 1,000 kW')
  expect(api.sent).toMatchObject([{ key: listCall, params: { locationId: '7', controllerId: '3' } }])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
