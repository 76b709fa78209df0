import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { selectCompany } from '../../shared/selected-company.ts'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SetupPricingPage } from './setup-pricing-page.tsx'

const place = (id: number, name: string, hasActiveList: boolean) => ({
  ...{ id, name, hasActiveList, companyId: 1, locationGroupId: 4 },
})
const show = (person = createPerson()) => renderPage(<SetupPricingPage />, { at: '/setup/pricing', person })

test('says how many locations have no price list, and leads to the prices of each', async () => {
  fakeApi({
    'GET /pricing/setup': () => ({
      locations: [place(7, 'Home', false), place(8, 'Farm', true)],
      total: 2,
      unpriced: 1,
    }),
  })
  await show()
  expect(await screen.findByText('1 location has no active price list.')).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: 'Locations' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'HomeNo active price listPrices',
    'FarmA price list is activePrices',
  ])
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe(
    '/companies/1/location-groups/4/locations/7/pricing',
  )
})

test('warns of nothing where every location has a list, and says what to do without locations', async () => {
  fakeApi({ 'GET /pricing/setup': () => ({ locations: [place(8, 'Farm', true)], total: 1, unpriced: 0 }) })
  await show()
  await screen.findByText('A price list is active')
  expect(screen.queryByText(/no active price list\.$/)).toBeNull()
})

test('somebody who runs several companies chooses one first, and goes on with it', async () => {
  const companies = [
    { id: 1, name: 'Sonce' },
    { id: 2, name: 'Luna' },
  ]
  const api = fakeApi({
    'GET /companies': () => ({ companies }) as never,
    'GET /pricing/setup': () => ({ locations: [], total: 0, unpriced: 0 }),
    'GET /menu/:companyId': () => ({ structure: [], company: null }) as never,
    'GET /companies/:companyId/pricing/costs': () => {
      throw new Refusal('unavailable')
    },
  })
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }),
  )
  const choice = await screen.findByRole('combobox', { name: 'Company' })
  await within(choice).findByRole('option', { name: 'Luna' })
  await user.selectOptions(choice, 'Luna')
  await screen.findByRole('heading', { name: 'Set up prices' })
  await expect.poll(() => api.sentTo('GET /pricing/setup').at(-1)?.query).toMatchObject({ companyId: '2' })
})

test('the companies can be opened where their names are not to be had', async () => {
  selectCompany(null)
  const companies = [
    { id: 1, name: 'Sonce' },
    { id: 2, name: 'Luna' },
  ]
  fakeApi({
    'GET /companies': () => {
      throw new Refusal('unavailable')
    },
  })
  await show(createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }))
  expect(await screen.findByRole('link', { name: 'Show the companies' }, { timeout: 15_000 })).toBeTruthy()
})

test('an aggregator chooses a group of the company, however deep it lies', async () => {
  const deep = createNode('location-group', 3, 'Celje', '/', [createNode('location', 8, 'Farm', '/')])
  const high = createNode('location-group', 2, 'Homes', '/', [deep])
  const structure = [createNode('company', 1, 'Sonce', '/', [high, createNode('location', 7, 'Home', '/')])]
  const api = fakeApi({
    'GET /pricing/setup': () => ({ locations: [place(8, 'Farm', true)], total: 1, unpriced: 0 }),
    'GET /menu/:companyId': () => ({ structure, company: null }) as never,
    'GET /companies/:companyId/pricing/costs': () => {
      throw new Refusal('unavailable')
    },
  })
  const companies = [{ id: 1, name: 'Sonce' }]
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }),
  )
  const group = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group' })
  expect([...group.options].map(({ value }) => value)).toEqual(['', '2', '3'])
  await user.selectOptions(group, '3')
  await expect
    .poll(() => api.sentTo('GET /pricing/setup').at(-1)!.query)
    .toMatchObject({ companyId: '1', locationGroupId: '3' })
})

test('an aggregator gives many locations one plan: those without prices, all of them, or chosen ones', async () => {
  const sent: unknown[] = []
  const api = fakeApi({
    'GET /pricing/setup': () => ({
      locations: [place(7, 'Home', false), place(9, 'Mill', false), place(8, 'Farm', true)],
      total: 4000,
      unpriced: 1200,
    }),
    'GET /menu/:companyId': () => ({ structure: [], company: null }) as never,
    'GET /companies/:companyId/pricing/costs': () => {
      throw new Refusal('unavailable')
    },
    'GET /pricing/plans': () => ({ ratePlans: [{ id: 3, name: 'Households' }] as never }),
    'PUT /companies/:companyId/pricing/plan': ({ params, body }) => {
      sent.push([params.companyId, body])
      if (sent.length === 1) throw new Refusal('unavailable')
      return { assigned: 1200 }
    },
  })
  const companies = [{ id: 1, name: 'Sonce' }]
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }),
  )
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Give several locations a plan' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Rate plan' }), 'Households')
    return dialog
  }
  const asked = { ratePlanId: 3, locationGroupId: null, locationIds: null, onlyUnpriced: false }
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Assign (1,200)' }))
  // Nothing chosen is lost where it fails.
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Assign (1,200)' }))
  const done = await screen.findByText('Locations that have the plan now: 1,200.')
  expect(done.closest('[role=alert]')).toBeNull()
  // Which of them have prices now is asked anew.
  expect(api.sentTo('GET /pricing/setup')).toHaveLength(2)
  expect(sent).toEqual([
    ['1', { ...asked, onlyUnpriced: true }],
    ['1', { ...asked, onlyUnpriced: true }],
  ])

  const second = await open()
  await user.click(second.getByRole('radio', { name: /^All locations \(4,000\)/ }))
  await user.click(second.getByRole('button', { name: 'Assign (4,000)' }))
  await expect.poll(() => sent.at(-1)).toEqual(['1', asked])

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const third = await open()
  await user.click(third.getByRole('radio', { name: /^Chosen locations/ }))
  await user.click(third.getByRole('button', { name: 'Assign (0)' }))
  await third.findByText('Choose a plan and at least one location.')
  await user.click(third.getByRole('checkbox', { name: 'Farm' }))
  await user.click(third.getByRole('button', { name: 'Assign (1)' }))
  await expect.poll(() => sent.at(-1)).toEqual(['1', { ...asked, locationIds: [8] }])
})

test('where every location has prices, all of them get the plan, also after some were chosen', async () => {
  const set = 'PUT /companies/:companyId/pricing/plan'
  const api = fakeApi({
    'GET /pricing/setup': () => ({
      locations: [place(8, 'Farm', true), place(9, 'Mill', true)],
      total: 3,
      unpriced: 0,
    }),
    'GET /menu/:companyId': () => ({ structure: [], company: null }) as never,
    'GET /companies/:companyId/pricing/costs': () => {
      throw new Refusal('unavailable')
    },
    'GET /pricing/plans': () => ({ ratePlans: [{ id: 3, name: 'Households' }] as never }),
    [set]: () => ({ assigned: 3 }),
  })
  const companies = [{ id: 1, name: 'Sonce' }]
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], companies }),
  )
  await user.click(await screen.findByRole('button', { name: 'Give several locations a plan' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Rate plan' }), 'Households')
  const all = dialog.getByRole<HTMLInputElement>('radio', { name: /^All locations \(3\)/ })
  expect(all.checked).toBe(true)
  await user.click(dialog.getByRole('radio', { name: /^Chosen locations/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'Farm' }))
  // Who unticks it again has chosen nothing.
  await user.click(dialog.getByRole('checkbox', { name: 'Farm' }))
  dialog.getByRole('button', { name: 'Assign (0)' })
  await user.click(dialog.getByRole('checkbox', { name: 'Farm' }))
  await user.click(all)
  await user.click(dialog.getByRole('button', { name: 'Assign (3)' }))
  await expect
    .poll(() => api.sentTo(set))
    .toMatchObject([{ body: { locationIds: null, onlyUnpriced: false } }])
})
