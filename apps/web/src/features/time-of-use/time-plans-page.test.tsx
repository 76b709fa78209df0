import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedTimePlan } from '../../shared/pricing/time-plans-query.ts'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TimePlansPage } from './time-plans-page.tsx'

const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const list = 'GET /timeplans'
const countries = { 'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }) }
const listed = (more: Partial<ListedTimePlan>): ListedTimePlan => {
  const { seasons: _, slots: __, usedBy: ___, otherUses: ____, ...plan } = createTimePlan()
  return { ...plan, seasonCount: 2, isComplete: true, ...more }
}
const show = () => renderPage(<TimePlansPage />, { at: '/time-of-use', person: admin })

test('plans say what they have, what uses them and whether hours are missing', async () => {
  fakeApi({
    [list]: () => ({
      timePlans: [
        listed({ id: 1, title: 'Own', isComplete: false }),
        listed({ id: 2, title: 'Štiri časovna okna (SI)', libraryKey: 'x', isInUse: true }),
      ],
    }),
  })
  const { user, path } = await show()
  const [own, library] = within(await screen.findByRole('list', { name: 'Time-of-use plans' })).getAllByRole(
    'listitem',
  )
  expect(own!.textContent).toContain('2 seasons · 2 blocks')
  expect(own!.textContent).toContain('Some hours have no block yet.')
  expect(within(library!).getByRole('link', { name: 'Four time windows (SI)' })).toBeTruthy()
  expect(library!.textContent).toContain('comes with the platform · in use')
  expect(within(library!).queryByRole('button', { name: /Delete/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Own' }))
  expect(path()).toBe('/time-of-use/1')
})

test('a new plan opens in its editor; holidays need a country', async () => {
  const create = 'POST /timeplans'
  const api = fakeApi({
    ...countries,
    [list]: () => ({ timePlans: [] }),
    [create]: () => ({ timePlan: createTimePlan({ id: 12 }) }),
  })
  const { user, path } = await show()
  await screen.findByText('No time-of-use plans yet')
  await user.click(screen.getByRole('button', { name: 'New plan' }))
  await user.type(screen.getByLabelText('Title'), 'Mine')
  expect(screen.queryByLabelText('On public holidays')).toBeNull()
  await screen.findByRole('option', { name: 'Slovenia' })
  await user.selectOptions(screen.getByLabelText('Country of the public holidays'), 'Slovenia')
  await user.selectOptions(screen.getByLabelText('On public holidays'), 'Like Sunday')
  await user.click(screen.getByRole('button', { name: 'Colour #c2412d' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(api.sentTo(create)[0]?.body).toEqual({
    title: 'Mine',
    color: '#c2412d',
    countryCode: 'SI',
    holidayWeekday: 7,
    copyOf: null,
  })
  expect(path()).toBe('/time-of-use/12')
})

test('a plan is deleted from the version that was read; somebody faster is told', async () => {
  const remove = 'DELETE /timeplans/:timePlanId'
  let isFaster = true
  const api = fakeApi({
    [list]: () => ({ timePlans: [listed({ version: isFaster ? 7 : 8 })] }),
    [remove]: () => {
      if (!isFaster) return undefined
      isFaster = false
      throw new Refusal('edited_meanwhile')
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Delete Day and night' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleting did not succeed.')
  await screen.findByText(/Somebody else has changed this meanwhile/)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Delete Day and night' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted.')
  expect(api.sentTo(remove).map(({ query }) => query.version)).toEqual(['7', '8'])
})
