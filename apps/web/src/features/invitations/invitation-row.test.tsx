import type { InvitationView } from '@ohmstead/contract/invitations'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lookAgainMs } from '../../shared/people/location-people-query.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { InvitationRow } from './invitation-row.tsx'

const pending: InvitationView = {
  id: 11,
  email: 'jan@test.si',
  invited_user: null,
  invited_by: null,
  status: 'pending',
  permissions: { view: true, edit: false, control: false, manageUsers: false },
  created_at: 0,
  confirmed_at: null,
  expires_at: 1,
  delivery: 'sent',
}
const resend = 'POST /locations/:locationId/invitations/:invitationId/resend'
const revoke = 'DELETE /locations/:locationId/invitations/:invitationId'
const params = { locationId: '7', invitationId: '11' }

const show = (change: Partial<InvitationView> = {}) =>
  renderPage(<InvitationRow invitation={{ ...pending, ...change }} locationId={7} />)

test('an open invitation is resent', async () => {
  const api = fakeApi({ [resend]: () => ({ invitation: pending }) })
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Send again: jan@test.si' }))
  expect(await screen.findByText('A new link has been sent to jan@test.si.')).toBeTruthy()
  expect(api.sent).toMatchObject([{ key: resend, params }])
})

test('an open invitation is revoked after a second question', async () => {
  const api = fakeApi({ [revoke]: () => undefined })
  const { user } = await show()
  const ask = async (answer: string) => {
    await user.click(screen.getByRole('button', { name: 'Revoke the invitation to jan@test.si' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  await ask('Cancel')
  expect(api.sent).toEqual([])
  await ask('Revoke')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sent).toMatchObject([{ key: revoke, params }])
})

test('a refusal is shown', async () => {
  fakeApi({
    [resend]: () => {
      throw new Refusal('too_many_attempts')
    },
  })
  const { user } = await show({ status: 'expired' })
  await user.click(screen.getByRole('button', { name: 'Send again: jan@test.si' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test.each(['confirmed', 'revoked'] as const)('an invitation that is %s has no buttons', async (status) => {
  fakeApi({})
  await show({ status, confirmed_at: 1 })
  expect(screen.queryAllByRole('button')).toEqual([])
})

test.each([
  ['failed', /^Error sending the e-mail with the invitation\./],
  ['delayed', 'The e-mail has not been sent yet. We will try again.'],
  ['queued', 'The e-mail is being sent …'],
] as const)('the inviter sees that the mail is %s, and can resend it', async (delivery, text) => {
  fakeApi({})
  await show({ delivery })
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send again: jan@test.si' })).toBeTruthy()
})

test('a sent mail, or one of a closed invitation, is not mentioned', async () => {
  fakeApi({})
  await show()
  await show({ status: 'expired', delivery: 'failed' })
  expect(screen.queryByText(/e-mail/)).toBeNull()
})

test('pending mails are polled often, delayed ones rarely, and final ones not at all', () => {
  const of = (...deliveries: InvitationView['delivery'][]) =>
    lookAgainMs(deliveries.map((delivery) => ({ ...pending, delivery })))
  expect([
    of('sent', 'queued', 'delayed'),
    of('delayed', 'failed'),
    of('sent', null),
    lookAgainMs(undefined),
  ]).toEqual([2000, 30_000, false, false])
})

test('an unexplained failure says that the invitation failed', async () => {
  fakeApi({
    [resend]: () => {
      throw new Refusal('unexpected')
    },
    [revoke]: () => {
      throw new Refusal('unexpected')
    },
  })
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Send again: jan@test.si' }))
  await screen.findByText('Something went wrong with the invitation. Try again or contact support.')
  await user.click(screen.getByRole('button', { name: 'Revoke the invitation to jan@test.si' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await screen.findByText(/^Failed to delete the invitation\./)
})
