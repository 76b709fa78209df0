import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup, createSharingMember } from '../../testing/sharing-group.ts'
import { SharingLine } from './sharing-line.tsx'

async function show(locationId: number, state: 'active' | 'left' = 'active') {
  const group = createSharingGroup({ members: [createSharingMember({ state })] })
  const api = fakeApi({
    'GET /sharing-groups': () => ({ groups: [group] }),
    'GET /sharing-groups/:sharingGroupId': () => ({ group }),
  })
  await renderPage(<SharingLine locationId={locationId} />)
  await expect.poll(() => api.sentTo('GET /sharing-groups/:sharingGroupId')).toHaveLength(1)
}

test('the money of a location leads to the group in which it shares', async () => {
  await show(7)
  const link = await screen.findByRole('link', { name: 'This location shares energy: Sosedje' })
  expect(link.getAttribute('href')).toBe('/sharing/3')
})

test.each([
  [8, 'active'],
  [7, 'left'],
] as const)('location %i, of which a place is %s, leads nowhere', async (locationId, state) => {
  await show(locationId, state)
  expect(screen.queryByRole('link')).toBeNull()
})
