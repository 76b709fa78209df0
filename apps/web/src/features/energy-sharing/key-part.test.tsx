import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup, createSharingMember } from '../../testing/sharing-group.ts'
import { KeyPart } from './key-part.tsx'

const members = [1, 2, 3].map((id) => createSharingMember({ id, name: `Member ${id}`, role: 'both' }))
const setKey = 'PUT /sharing-groups/:sharingGroupId/key'
const useIt = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use this key' })

test('shares are stored only once nothing is left to give, and what is left is shown while they are typed', async () => {
  const group = createSharingGroup({ members })
  const api = fakeApi({ [setKey]: () => ({ group }) })
  const { user } = await renderPage(<KeyPart group={group} />)
  await user.click(screen.getByRole('radio', { name: /Fixed shares/ }))
  expect(screen.getByText('Left to give: 0%')).toBeTruthy()
  const first = screen.getByRole('textbox', { name: 'Share of Member 1 in %' })
  await user.clear(first)
  await user.type(first, '20')
  expect(screen.getByText('Left to give: 13.3334%')).toBeTruthy()
  expect(useIt().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Equal shares' }))
  await user.click(useIt())
  expect(await screen.findByText(/^The key applies from/)).toBeTruthy()
  expect(api.sentTo(setKey)[0]!.body.key).toEqual({
    kind: 'static',
    shares: [
      { memberId: 1, share: '0.333334' },
      { memberId: 2, share: '0.333333' },
      { memberId: 3, share: '0.333333' },
    ],
  })
})

test('too much and what is no number is marked', async () => {
  const { user } = await renderPage(<KeyPart group={createSharingGroup({ members })} />)
  await user.click(screen.getByRole('radio', { name: /Fixed shares/ }))
  const first = screen.getByRole('textbox', { name: 'Share of Member 1 in %' })
  await user.clear(first)
  await user.type(first, '100,5')
  expect(screen.getByText('From 0 to 100, with four decimals at most.')).toBeTruthy()
  expect(screen.getByText('Left to give: −67.1666%')).toBeTruthy()
  await user.clear(first)
  await user.type(first, 'half')
  expect(screen.getByText('Left to give: –')).toBeTruthy()
  expect(useIt().disabled).toBe(true)
})
