import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DeletedLocations } from './deleted-locations.tsx'

const company = { id: 2, name: 'Sonce' }
// Late in the day here is the next day there.
const place = { deletion_due_at: Date.UTC(2026, 11, 2, 23, 30), timezone: { name: 'Europe/Ljubljana' } }
const own = { id: 7, name: 'Home', ...place, is_own: true, company }
const run = { id: 8, name: 'Mill', ...place, is_own: false, company: { id: 3, name: 'Veter' } }
const restore = 'POST /locations/:locationId/restore'

test('a deleted location is restored and leaves the list', async () => {
  let locations = [own, { ...own, id: 9, name: 'Cottage' }]
  const api = fakeApi({
    'GET /deleted-locations': () => ({ locations }),
    'GET /auth/user': () => ({ user: createPerson() }),
    [restore]: () => {
      locations = [own]
    },
  })
  const { user } = await renderPage(<DeletedLocations />, { person: createPerson() })
  await user.click(await screen.findByRole('button', { name: 'Undo the deletion of Cottage' }))
  expect(await screen.findByText('Cottage is back.')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo the deletion of Cottage' })).toBeNull()
  expect(screen.getByText('Home')).toBeTruthy()
  expect(api.sentTo(restore)).toMatchObject([{ params: { locationId: '9' } }])
})

test('a refusal is shown, and the button stays', async () => {
  fakeApi({
    'GET /deleted-locations': () => ({ locations: [own] }),
    [restore]: () => {
      throw new Refusal('not_allowed')
    },
  })
  const { user } = await renderPage(<DeletedLocations />, { person: createPerson() })
  await user.click(await screen.findByRole('button', { name: 'Undo the deletion of Home' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo the deletion of Home' })).toBeTruthy()
})

test("one's own page lists one's own, a company's page its own", async () => {
  fakeApi({ 'GET /deleted-locations': () => ({ locations: [own, run] }) })
  await renderPage(
    <>
      <article aria-label="mine">
        <DeletedLocations />
      </article>
      <article aria-label="theirs">
        <DeletedLocations companyId={3} />
      </article>
    </>,
    { person: createPerson() },
  )
  await screen.findByText('Home')
  expect(screen.getByRole('article', { name: 'mine' }).textContent).not.toContain('Mill')
  expect(screen.getByRole('article', { name: 'mine' }).textContent).toContain('3\u00a0December\u00a02026')
  expect(screen.getByRole('article', { name: 'theirs' }).textContent).toContain('Mill')
  expect(screen.getByRole('article', { name: 'theirs' }).textContent).not.toContain('Home')
})
