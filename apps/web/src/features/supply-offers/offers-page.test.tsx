import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { OffersPage } from './offers-page.tsx'

const fixed = (t0: string): SupplyOffer['terms'] => ({
  currency: 'EUR',
  buy: { kind: 'fixed', t0, t1: null, t2: null },
  sell: null,
  monthlyFee: '1.99',
  monthlyFeeElectronicInvoice: '0.99',
  extraServiceFee: null,
  selfSupply: 'none',
  communityAllowed: null,
  sharingSenderAllowed: null,
  needsQuarterHours: false,
  boundMonths: null,
  remarks: [],
  note: null,
})
const offerOf = (id: number, part: Partial<SupplyOffer>): SupplyOffer => ({
  id,
  version: 1,
  countryCode: 'SI',
  supplier: 'Sonce',
  name: `Offer ${id}`,
  validFrom: '2026-01-01',
  validTo: null,
  source: 'sonce.si price list',
  checkedOn: '2026-07-22',
  terms: fixed('0.11'),
  suitability: null,
  ...part,
})
const good = offerOf(1, { suitability: { unsuitable: [], open: [] } })
const windows = {
  kind: 'time_of_use' as const,
  timePlanId: 3,
  prices: [{ blockId: 8, price: '0.0349', tiers: [] }],
  substitute: '0.1089',
}
const open = offerOf(2, {
  terms: { ...fixed('0.12'), buy: windows, sell: { ...windows, substitute: '0.01' } },
  suitability: { unsuitable: [], open: ['netMetering'] },
})
const bad = offerOf(3, { suitability: { unsuitable: ['noSelfSupply'], open: [] } })
const owner = createPerson({ role: 'ROLE_USER_BASIC', locations: [{ id: 7, name: 'Home' }] })
const point = {
  countryCode: 'SI',
  hasProduction: null,
  netMetering: null,
  tariffsCount: null,
  hasQuarterHours: null,
}
const timePlans = [
  {
    ...{ id: 3, version: 1, libraryKey: null, title: 'Windows', color: '#000000', countryCode: 'SI' },
    ...{ holidayWeekday: null, isInUse: true, isComplete: true, seasonCount: 1 },
    blocks: [
      {
        ...{ id: 8, isInUse: true, type: 'PRICING_ENERGY' as const, title: 'Sun', color: '#000000' },
        ...{ value: null, tiers: [] },
      },
    ],
  },
]
const answers = {
  'GET /locations/:locationId/pricing': () => ({ pricing: { point: null } as never }),
  'GET /locations/:locationId/pricing/offers': () => ({ offers: [good, open, bad], point }),
  'GET /pricing/offers': () => ({ offers: [good, open, bad].map((one) => ({ ...one, suitability: null })) }),
  'GET /timeplans': () => ({ timePlans }),
}
const show = (person = owner) => renderPage(<OffersPage />, { at: '/pricing/offers', person })
const cards = () => within(screen.getByRole('list', { name: 'Offers' })).getAllByRole('heading', { level: 2 })

test('offers that suit the location are shown, the others on request with the reason', async () => {
  fakeApi(answers)
  const { user } = await show()
  await screen.findByText('Suits this location')
  expect(cards()).toHaveLength(2)
  expect(
    screen.getByText('Depends on whether you have yearly net metering, which is not known here'),
  ).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Also show what does not suit' }))
  expect(cards()).toHaveLength(3)
  expect(screen.getByText('This location produces energy; the offer is for consumers only')).toBeTruthy()
})

test.each([
  ['joined', '/external/integrations/moj-elektro/management'],
  ['entered', '/locations/7/pricing'],
  [null, '/locations/7/pricing'],
] as const)('what an offer depends on is answered where the point is %s', async (origin, href) => {
  const settings = { pricing: { point: origin && { origin } } as never }
  fakeApi({ ...answers, 'GET /locations/:locationId/pricing': () => settings })
  await show()
  const link = await screen.findByRole('link', { name: 'Add them' })
  expect(link.getAttribute('href')).toBe(href)
})

test('where nothing is open, nothing is asked', async () => {
  const settings = { pricing: { point: null } as never }
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing/offers': () => ({ offers: [good, bad], point }),
    'GET /locations/:locationId/pricing': () => settings,
  })
  await show()
  await screen.findByText('Suits this location')
  expect(screen.queryByRole('link', { name: 'Add them' })).toBeNull()
})

test('prices, fees, source and day are those of the offer; windows have their names and both directions', async () => {
  fakeApi(answers)
  await show()
  expect(await screen.findByText('€0.11000/kWh')).toBeTruthy()
  expect(screen.getAllByText('€0.99 a month with an electronic invoice, €1.99 on paper')).toHaveLength(2)
  expect(screen.getAllByText(/Source: sonce.si price list, checked 22 July 2026/)).toHaveLength(2)
  const row = (await screen.findByRole('rowheader', { name: 'Sun' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0.03490', '0.03490'])
})

test('an offer leads to a price list made from it for the location', async () => {
  fakeApi(answers)
  await show()
  const link = await screen.findByRole('link', { name: 'Use this offer: Sonce Offer 1' })
  expect(link.getAttribute('href')).toBe('/locations/7/pricing/price-lists/create?offer=1')
})

test('who runs a company chooses a location of its tree, to see what suits there', async () => {
  const group = createNode('location-group', 2, 'Homes', '/', [createNode('location', 7, 'Home', '/')])
  const structure = [createNode('company', 1, 'Sonce', '/', [group])]
  fakeApi({ ...answers, 'GET /menu': () => ({ structure, company: null }) as never })
  const { user } = await show(
    createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], locations: [] }),
  )
  await screen.findAllByText('€0.11000/kWh')
  expect(cards()).toHaveLength(3)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'For the location' }), 'Home')
  expect(await screen.findByText('Suits this location')).toBeTruthy()
  expect(cards()).toHaveLength(2)
})

test('who runs a company and comes from a location of it chooses for that location', async () => {
  const homes = [createNode('location', 7, 'Home', '/'), createNode('location', 8, 'Farm', '/')]
  const structure = [createNode('company', 1, 'Sonce', '/', homes)]
  const api = fakeApi({ ...answers, 'GET /menu': () => ({ structure, company: null }) as never })
  await renderPage(<OffersPage />, {
    at: '/pricing/offers?location=8',
    pattern: '/pricing/offers',
    person: createPerson({ role: 'ROLE_AGGREGATOR', roles: ['ROLE_AGGREGATOR'], locations: [] }),
  })
  const use = await screen.findByRole('link', { name: 'Use this offer: Sonce Offer 1' })
  await expect.poll(() => use.getAttribute('href')).toContain('/locations/8/pricing/price-lists/create')
  expect(api.sentTo('GET /locations/:locationId/pricing/offers').map(({ params }) => params)).toEqual([
    { locationId: '8' },
  ])
})

test('kinds are filtered; nothing left says how many are hidden', async () => {
  fakeApi({ ...answers, 'GET /locations/:locationId/pricing/offers': () => ({ offers: [bad], point }) })
  const { user } = await show()
  expect(await screen.findByText('1 offer does not suit this location and is hidden.')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'For the location' }), '')
  await screen.findAllByText('Sonce')
  await user.click(screen.getByRole('radio', { name: 'Time of use' }))
  expect(cards()).toHaveLength(1)
  await user.click(screen.getByRole('radio', { name: 'Spot market' }))
  expect(screen.getByText('No offers')).toBeTruthy()
})

test('a viewer reads offers and uses none', async () => {
  fakeApi({ 'GET /pricing/offers': answers['GET /pricing/offers'] })
  await show(createPerson({ role: 'ROLE_USER', roles: ['ROLE_USER'], locations: [] }))
  await screen.findAllByText('€0.11000/kWh')
  expect(screen.queryByRole('link', { name: /Use this offer/ })).toBeNull()
})

test('an offer with yearly net metering becomes no price list, and says why', async () => {
  const yearly = offerOf(4, { terms: { ...fixed('0.13'), selfSupply: 'netMetering' } })
  fakeApi({ ...answers, 'GET /locations/:locationId/pricing/offers': () => ({ offers: [yearly], point }) })
  await show()
  await screen.findByText(/^Yearly net metering is settled once a year/)
  expect(screen.queryByRole('link', { name: /Use this offer/ })).toBeNull()
})

test('an offer that ends before it begins is not saved, and says so at the day', async () => {
  const save = 'PUT /pricing/offers/:offerId'
  const api = fakeApi({ ...answers, [save]: () => ({ offer: good }) })
  const { user } = await show(createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] }))
  await user.click(await screen.findByRole('button', { name: 'Edit Sonce Offer 1' }))
  const dialog = within(screen.getByRole('dialog'))
  const end = dialog.getByLabelText('Valid to', { selector: 'input' })
  await user.type(end, '31/12/2025')
  const from = dialog.getByLabelText('Valid from', { selector: 'input' })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('The end is before the beginning.')
  await user.clear(end)
  await user.clear(from)
  dialog.getByText('Valid from is required.')
  await user.type(from, '01/12/2026')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => api.sentTo(save)).toHaveLength(1)
})

test('a failure offers another try', async () => {
  let isDown = true
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing/offers': () => {
      if (isDown) throw new Refusal('unavailable')
      return { offers: [good], point }
    },
  })
  const { user } = await show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(retry)
  expect(await screen.findByText('Suits this location')).toBeTruthy()
})

const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'], locations: [] })

test('an administrator adds an offer; what is missing is marked, and nothing is sent before', async () => {
  const sent: unknown[] = []
  const api = fakeApi({
    ...answers,
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'POST /pricing/offers': ({ body }) => {
      sent.push(body)
      return { offer: good }
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Add an offer' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  expect(dialog.getByLabelText('Supplier').getAttribute('aria-invalid')).toBe('true')
  await user.type(dialog.getByLabelText('Supplier'), 'Luna')
  await user.type(dialog.getByLabelText('Name of the offer'), 'Noč')
  await user.type(dialog.getByLabelText('Source'), 'luna.si')
  await user.type(dialog.getByLabelText(/^Single tariff \(ET\)/), '0,0999')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  // A fee that nobody has looked up is not none.
  const fees = ['Fee with an electronic invoice', 'Fee with a paper invoice'].map((name) =>
    dialog.getByLabelText(new RegExp(`^${name}`)),
  )
  expect(fees.map((fee) => fee.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
  expect(sent).toEqual([])
  await user.type(fees[0]!, '0')
  await user.type(fees[1]!, '1,50')
  await user.click(dialog.getByLabelText('Open to members of an energy community'))
  await user.click(dialog.getByLabelText('Not available if you share your surplus with others'))
  await user.click(dialog.getByLabelText('Only together with another product'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toHaveLength(1)
  await expect.poll(() => api.sentTo('GET /pricing/offers').length).toBe(2)
  expect(sent[0]).toMatchObject({
    ...{ supplier: 'Luna', name: 'Noč', source: 'luna.si' },
    terms: {
      ...{ buy: { kind: 'fixed', t0: '0.0999', t1: null, t2: null }, sell: null },
      ...{ monthlyFeeElectronicInvoice: '0', monthlyFee: '1.50' },
      ...{ communityAllowed: true, sharingSenderAllowed: false, remarks: ['bundleOnly'] },
    },
  })
})

test('the history of an offer tells what each version demanded and from when, not only its price', async () => {
  const { suitability: _, ...now } = good
  const past = { ...now, changedAt: Date.UTC(2026, 6, 22), changedBy: null }
  fakeApi({
    ...answers,
    'GET /pricing/offers/:offerId/versions': () => ({
      versions: [
        { ...past, version: 2, changedBy: 'Maja', validTo: '2026-12-31' },
        { ...past, version: 1, terms: { ...past.terms, monthlyFee: '0.99' } },
      ],
    }),
  })
  const { user } = await show(admin)
  await user.click((await screen.findAllByRole('button', { name: /^History/ }))[0]!)
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByText('€0.99 a month')
  dialog.getByText('€0.99 a month with an electronic invoice, €1.99 on paper')
  dialog.getByText(/Valid from .* to 31 December 2026/)
})

test('who saves an offer that somebody else has changed sees theirs, keeps the entries and saves over it', async () => {
  let stored = good
  const set = 'PUT /pricing/offers/:offerId'
  const api = fakeApi({
    ...answers,
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'GET /pricing/offers': () => ({ offers: [stored, open] }),
    'GET /pricing/offers/:offerId/versions': () => ({
      versions: [{ ...stored, changedAt: Date.UTC(2026, 6, 22), changedBy: 'Maja' }],
    }),
    [set]: ({ body }: { body: { version: number } }) => {
      if (body.version !== stored.version) throw new Refusal('edited_meanwhile')
      return { offer: { ...stored, version: stored.version + 1 } }
    },
  })
  const { user } = await show(admin)
  const edit = { name: 'Edit Sonce Offer 1' }
  await user.click(await screen.findByRole('button', edit))
  const dialog = within(screen.getByRole('dialog'))
  const name = () => (dialog.getByLabelText('Name of the offer') as HTMLInputElement).value
  await user.type(dialog.getByLabelText('Name of the offer'), ' plus')
  stored = { ...good, version: 2, terms: { ...good.terms, monthlyFeeElectronicInvoice: '0.49' } }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const conflict = within(await dialog.findByRole('alert', { name: 'Changed meanwhile' }))
  await conflict.findByText(/^Maja has saved a newer version/)
  conflict.getByText(/€0\.49 a month with an electronic invoice/)
  expect(name()).toBe('Offer 1 plus')
  await user.click(conflict.getByRole('button', { name: 'Save mine over it' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(set).map(({ body }) => body)).toMatchObject([
    { version: 1, name: 'Offer 1 plus' },
    { version: 2, name: 'Offer 1 plus' },
  ])
})

test('who would rather have the offer as somebody else saved it goes on from there', async () => {
  let stored = good
  const set = 'PUT /pricing/offers/:offerId'
  const api = fakeApi({
    ...answers,
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'GET /pricing/offers': () => ({ offers: [stored] }),
    'GET /pricing/offers/:offerId/versions': () => ({ versions: [] }),
    [set]: ({ body }: { body: { version: number } }) => {
      if (body.version !== stored.version) throw new Refusal('edited_meanwhile')
      return { offer: { ...stored, version: stored.version + 1 } }
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Edit Sonce Offer 1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Name of the offer'), ' plus')
  stored = { ...good, version: 2, source: 'their source' }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(await dialog.findByRole('button', { name: 'Take the saved version, drop mine' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect((dialog.getByLabelText('Name of the offer') as HTMLInputElement).value).toBe('Offer 1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(set).at(-1)!.body).toMatchObject({ version: 2, name: 'Offer 1', source: 'their source' })
})

test('that somebody else has changed an offer is told once', async () => {
  fakeApi({
    ...answers,
    'GET /countries': () => ({ countries: [{ id: 1, code: 'SI', name: 'Slovenia' }] }),
    'GET /pricing/offers/:offerId/versions': () => ({
      versions: [{ ...good, changedAt: Date.UTC(2026, 6, 22), changedBy: 'Maja' }],
    }),
    'PUT /pricing/offers/:offerId': () => {
      throw new Refusal('edited_meanwhile')
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Edit Sonce Offer 1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('alert', { name: 'Changed meanwhile' })
  expect(dialog.getAllByRole('alert')).toHaveLength(1)
})

test('who comes from the wizard of a location chooses for that location', async () => {
  const api = fakeApi(answers)
  const locations = [...owner.locations, { id: 8, name: 'Farm' }]
  await renderPage(<OffersPage />, {
    at: '/pricing/offers?location=8',
    pattern: '/pricing/offers',
    person: createPerson({ role: 'ROLE_USER_BASIC', locations }),
  })
  const use = await screen.findByRole('link', { name: 'Use this offer: Sonce Offer 1' })
  expect(use.getAttribute('href')).toContain('/locations/8/pricing/price-lists/create')
  expect(api.sentTo('GET /locations/:locationId/pricing/offers').map(({ params }) => params)).toEqual([
    { locationId: '8' },
  ])
})

test('an offer that is removed leaves the list', async () => {
  let offers = [good, open].map((one) => ({ ...one, suitability: null }))
  fakeApi({
    ...answers,
    'GET /pricing/offers': () => ({ offers }),
    'DELETE /pricing/offers/:offerId': ({ params }) => {
      offers = offers.filter(({ id }) => id !== Number(params.offerId))
      return undefined as never
    },
  })
  const { user } = await show(admin)
  await user.click(await screen.findByRole('button', { name: 'Remove Sonce Offer 1' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await expect.poll(() => cards().map(({ textContent }) => textContent)).toEqual(['Sonce Offer 2'])
})

test('offers that surely suit stand before those of which something is not known', async () => {
  fakeApi({
    ...answers,
    'GET /locations/:locationId/pricing/offers': () => ({ offers: [open, good, bad], point }),
  })
  await show()
  await screen.findByRole('list', { name: 'Offers' })
  expect(cards().map(({ textContent }) => textContent)).toEqual(['Sonce Offer 1', 'Sonce Offer 2'])
})
