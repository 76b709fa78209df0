import type { ControllerView, IssuedController } from '@ohmstead/contract/controllers'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ControllerCard } from './controller-card.tsx'

const controller: ControllerView = {
  id: 3,
  unit_id: 'OH-1234',
  kind: 'CONTROLLER',
  alias: 'Cellar',
  online: true,
  online_changed_at: 0,
  last_seen_at: 0,
  linked_at: 0,
  created_at: 0,
  info: {},
  inventory_rev: null,
  enrol_allowed: true,
  refusals: [],
}
const removeCall = 'DELETE /locations/:locationId/controllers/:controllerId'
const renewCall = 'POST /locations/:locationId/controllers/:controllerId/credentials'

async function show(mayEdit = true) {
  const onIssued = vi.fn()
  const shown = await renderPage(
    <ControllerCard
      isOnline
      controller={controller}
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
  const { ask } = await show()
  await ask('Remove', 'Cancel')
  expect(api.sent).toEqual([])
  await ask('Remove', 'Remove')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sent).toMatchObject([{ key: removeCall, params: { locationId: '7', controllerId: '3' } }])
})

test('renewed credentials are handed on to be shown, once', async () => {
  const issued = { id: 3, unit_id: 'OH-1234' } as IssuedController
  const api = fakeApi({ [renewCall]: () => issued })
  const { ask, onIssued } = await show()
  await ask('New credentials', 'New credentials')
  await expect.poll(() => onIssued.mock.calls).toEqual([[issued]])
  expect(api.sent).toMatchObject([{ key: renewCall, params: { locationId: '7', controllerId: '3' } }])
})

test('a refusal is said, and the controller stays', async () => {
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

test('a reader finds nothing to press', async () => {
  fakeApi({})
  await show(false)
  expect(screen.queryAllByRole('button')).toEqual([])
})
