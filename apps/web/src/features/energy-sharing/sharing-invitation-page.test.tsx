import type { SharingInvitationView } from '@ohmstead/contract/energy-sharing-groups'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup } from '../../testing/sharing-group.ts'
import { SharingInvitationPage } from './sharing-invitation-page.tsx'

const token = 'a-token-of-at-least-twenty'
const accept = 'POST /sharing-invitations/accept'
const decline = 'POST /sharing-invitations/decline'
const { organiser } = createSharingGroup()
const invitation: SharingInvitationView = {
  ...{ groupName: 'Sosedje', scheme: 'sharing', inviterName: 'Ana Novak', organiser, keyKind: 'byUse' },
  ...{ priceTerms: { kind: 'fixed', perKwh: '0.08' }, role: 'receiver', sharedShare: '0' },
  ...{ validFrom: '2026-06-01', expiresAt: 0, isPair: true, isSoleSender: false },
  places: [
    { subject: { kind: 'location', locationId: 7 }, name: 'Home', obstacle: null },
    { subject: { kind: 'location', locationId: 8 }, name: 'Cottage', obstacle: 'yearly_netting' },
  ],
}

async function show(answer: SharingInvitationView | Refusal = invitation) {
  const api = fakeApi({
    'POST /sharing-invitations/read': () => {
      if (answer instanceof Refusal) throw answer
      return { invitation: answer }
    },
    [accept]: () => ({ group: createSharingGroup({ isOrganiser: false }) }),
    [decline]: () => undefined,
  })
  const shown = await renderPage(<SharingInvitationPage />, {
    at: `/sharing/invitations/${token}`,
    pattern: '/sharing/invitations/$token',
  })
  return { api, ...shown }
}

test('who asks, what it costs and what the organiser will see stand before the choice', async () => {
  await show()
  expect(await screen.findByText('Ana Novak invites you to Sosedje')).toBeTruthy()
  expect(screen.getByText('Fixed, €0.08000/kWh')).toBeTruthy()
  expect(screen.getByText(/^The quarter-hour readings of the place you choose/)).toBeTruthy()
  // Readings, money, what others can tell, and how to leave.
  expect(
    screen.getByRole('region', { name: 'What the organiser will see' }).querySelectorAll('li'),
  ).toHaveLength(4)
  expect(screen.getByText(/^With two members, the other one can work out your figures/)).toBeTruthy()
  expect(screen.getByText('Cottage has yearly netting and may not receive.')).toBeTruthy()
})

test('whoever would be the only one to give is told what others can work out', async () => {
  await show({ ...invitation, isPair: false })
  expect(await screen.findByText('Other members see nothing of yours.')).toBeTruthy()
})

test('a sole sender is told that receivers can work out what it gives', async () => {
  await show({ ...invitation, isPair: false, isSoleSender: true, role: 'sender', sharedShare: '1' })
  expect(await screen.findByText(/as you are the only one who gives, receivers can work out/)).toBeTruthy()
})

test('the only place that may take part is chosen already, and accepting leads into the group', async () => {
  const { user, api, path } = await show()
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await expect.poll(path).toBe('/sharing/3')
  expect(api.sentTo(accept)[0]!.body).toEqual({
    ...{ token, subject: { kind: 'location', locationId: 7 }, priceListId: null },
  })
})

test('without a place nothing can be accepted, but it can be declined', async () => {
  const { user, api } = await show({ ...invitation, places: [] })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' })).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You have declined the invitation')).toBeTruthy()
  expect(api.sentTo(decline)[0]!.body).toEqual({ token })
})

test.each(['token_used', 'token_expired', 'invite_other_address', 'invalid_request'] as const)(
  'a link that is refused as %s says why and is not tried again',
  async (code) => {
    await show(new Refusal(code))
    expect(await screen.findByRole('link', { name: 'Energy sharing' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)
