import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { FirstUse } from './first-use.tsx'

const accepted: PortalToken = {
  ...{ id: 3, token: 'abcde…', created_at: 0, checked_at: 1, devices: 0 },
  ...{ state: 'accepted', reason: null },
}
const rejected: PortalToken = { ...accepted, state: 'rejected', reason: '401 Neveljaven žeton' }

async function show(first: PortalToken[], next: PortalToken = accepted) {
  let credentials = first
  const take = () => {
    credentials = [next]
    return { credential: next }
  }
  fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials }),
    'POST /auth/user/external-credential': take,
    'PUT /auth/user/external-credential/:credentialId': take,
  })
  const { user } = await renderPage(<FirstUse />)
  const field = () => screen.queryByLabelText<HTMLInputElement>('Token')
  const section = await screen.findByRole('region', { name: 'With a token' })
  const ticks = () => section.querySelectorAll('[data-done]').length
  return { user, field, ticks, section: within(section) }
}

test('the tick appears after the portal has confirmed, and not before', async () => {
  const { user, field, ticks, section } = await show([])
  expect(ticks()).toBe(0)
  await user.type(field()!, 'right')
  await user.click(screen.getByRole('button', { name: 'Add token' }))
  await section.findByText('Accepted by the portal')
  expect(ticks()).toBe(1)
  expect(field()).toBeNull()
})

test('a rejected token is back in its field, without a tick, until another one is accepted', async () => {
  const { user, field, ticks, section } = await show([], rejected)
  await user.type(field()!, 'wrong')
  await user.click(screen.getByRole('button', { name: 'Add token' }))
  await section.findByText(/The portal says: “401 Neveljaven žeton”\./)
  expect(field()!.value).toBe('wrong')
  expect(ticks()).toBe(0)
})

test('returning to a rejected token shows its field with the reason', async () => {
  const { user, field, ticks, section } = await show([rejected])
  await section.findByText(/The portal rejected this token/)
  expect(ticks()).toBe(0)
  await user.type(field()!, 'right')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await section.findByText('Accepted by the portal')
  expect(ticks()).toBe(1)
})

test('while the portal does not answer the set-up continues without a tick', async () => {
  const { ticks, section } = await show([{ ...accepted, state: 'unreachable' }])
  await section.findByText('The portal does not answer; we will try again')
  expect(ticks()).toBe(0)
  expect(section.getByRole('button', { name: 'Add and import' })).toBeTruthy()
})
