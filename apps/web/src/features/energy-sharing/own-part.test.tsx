import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup } from '../../testing/sharing-group.ts'
import { createSharedMoney, createStatement } from '../../testing/sharing-results.ts'
import { OwnPart } from './own-part.tsx'

const read = 'GET /sharing-groups/:sharingGroupId/statements'
const leave = 'DELETE /sharing-groups/:sharingGroupId/members/:memberId'
const group = createSharingGroup({ isOrganiser: false, memberCount: null })

async function show(...statements: ReturnType<typeof createStatement>[]) {
  const api = fakeApi({
    [read]: () => ({ months: [], statements, totals: null, checks: [], job: null }),
    [leave]: () => undefined,
  })
  return { api, ...(await renderPage(<OwnPart group={group} />)) }
}

test('all months together are what sharing has brought so far, to the cent', async () => {
  await show(
    createStatement({ money: createSharedMoney({ benefit: '0.10' }) }),
    createStatement({ id: 2, month: '2026-04', money: createSharedMoney({ benefit: '0.20' }) }),
  )
  expect(await screen.findByText('Sharing has brought you €0.30 so far.')).toBeTruthy()
})

test('an unknown month leaves the sum unknown', async () => {
  await show(
    createStatement(),
    createStatement({ id: 2, month: '2026-04', money: createSharedMoney({ benefit: null }) }),
  )
  expect(await screen.findByText('Sharing has brought you – so far.')).toBeTruthy()
})

test('a member leaves after a second question', async () => {
  const { user, api, path } = await show()
  await screen.findByText('Nothing has been settled yet.')
  await user.click(screen.getByRole('button', { name: 'Leave Sosedje' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }))
  await expect.poll(path).toBe('/sharing')
  expect(api.sentTo(leave).map(({ params }) => params)).toEqual([{ sharingGroupId: '3', memberId: '1' }])
})
