import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CompanyLocationsPage } from './company-locations-page.tsx'

const node = (
  id: number,
  title: string,
  type: MenuNodeView['type'],
  children: MenuNodeView[] = [],
): MenuNodeView => ({ id, title, type, href: '', level: 0, children, aliases: [], data: {} })

async function show(inside: MenuNodeView[]) {
  fakeApi({
    'GET /menu/:companyId': () => ({
      company: { id: 2, name: 'Sonce', rootGroup: { id: 20 } },
      structure: [node(2, 'Sonce', 'company', inside)],
    }),
  })
  return renderPage(<CompanyLocationsPage />, {
    at: '/companies/2',
    pattern: '/companies/$companyId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
}
const isWayToAdd = (link: HTMLElement) => link.getAttribute('href')?.startsWith('/setup/') === true
const names = () =>
  screen
    .getAllByRole('link')
    .filter((link) => !isWayToAdd(link))
    .map(({ textContent }) => textContent)

test('locations of all groups are in one list by name, each with its path and a link to its pages', async () => {
  const { user, path } = await show([
    node(9, 'Zeta', 'location'),
    node(21, 'Valley', 'location-group', [
      node(22, 'Village', 'location-group', [node(7, 'Home 10', 'location'), node(8, 'Home 9', 'location')]),
    ]),
  ])
  await screen.findByText('Zeta')
  expect(names()).toEqual(['Home 9', 'Home 10', 'Zeta'])
  expect(screen.getAllByText('Valley / Village')).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: 'Home 9' }))
  expect(path()).toBe('/settings/global/companies/2/22/locations/8')
})

test('a search shows its matches, or says that there are none', async () => {
  const { user } = await show([node(7, 'Mill', 'location'), node(8, 'Farm', 'location')])
  await user.type(await screen.findByLabelText('Search by name'), 'FAR')
  expect(names()).toEqual(['Farm'])
  await user.type(screen.getByLabelText('Search by name'), 'x')
  await screen.findByRole('heading', { name: 'No location matches this name' })
})

test('many locations are shown a hundred at a time', async () => {
  const { user } = await show(Array.from({ length: 130 }, (_, at) => node(at + 1, `Home ${at}`, 'location')))
  await screen.findByText('Home 99')
  expect(names()).toHaveLength(100)
  await user.click(screen.getByRole('button', { name: 'Show 30 more' }))
  expect(names()).toHaveLength(130)
})

test('a company without locations says how to get some', async () => {
  await show([])
  await screen.findByRole('heading', { name: 'No locations yet' })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/setup/oem-device?company=2',
    '/setup/p1-wifi?company=2',
  ])
})
