import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PortalDevice, PortalToken } from '../../../shared/portal/portal-query.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ImportState } from './import-state.tsx'

const { readings } = createPortalDevice()
const failed = (last_error: PortalDevice['readings']['last_error'], change: Partial<PortalDevice> = {}) =>
  createPortalDevice({ readings: { ...readings, last_error }, ...change })
const token = (id: number, state: PortalToken['state']): PortalToken => ({
  ...{ id, token: `tok${id}••••••••`, created_at: 0, checked_at: 0, state, reason: null, devices: 1 },
})

async function show(device: PortalDevice, tokens: PortalToken[] = []) {
  fakeApi({ 'GET /auth/user/external-credentials': () => ({ credentials: tokens }) })
  return await renderPage(<ImportState device={device} />)
}

test('where the portal refused the token of a point, that token is replaced', async () => {
  await show(failed('portal_token_rejected'), [token(2, 'rejected'), token(3, 'rejected')])
  expect(await screen.findByRole('button', { name: 'Replace token tok3••••••••' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('with a token that is good a failed import is tried again', async () => {
  await show(failed('portal_unavailable'), [token(2, 'rejected'), token(3, 'accepted')])
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button', { name: /^Replace/ })).toBeNull()
})

test('a point of somebody else shows what failed, and nothing to do about it', async () => {
  const owner = { id: 9, name: 'Ana' } as PortalDevice['owner']
  await show(failed('portal_unavailable', { owner }), [token(3, 'rejected')])
  expect(screen.getByRole('alert').textContent).toMatch(/The portal does not answer/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a point that came from a file has no import to try again', async () => {
  await show(failed('unexpected', { credentials: [] }))
  expect(screen.queryByRole('button')).toBeNull()
})
