import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CreatePriceListPage } from './price-list-page.tsx'

const create = 'POST /pricing/price-lists'
const { seasons: _, slots: __, usedBy: ___, otherUses: ____, ...plan } = createTimePlan()
const timePlan = {
  ...plan,
  ...{ seasonCount: 1, isComplete: true },
  blocks: plan.blocks.map((block) => ({ ...block, value: null })),
}

/** A list of one's own, outside any location. */
async function open() {
  const api = fakeApi({
    'GET /pricing/plans': () => ({ ratePlans: [] }),
    'GET /timeplans': () => ({ timePlans: [timePlan] }),
    'GET /countries': () => ({ countries: [] }),
    'GET /timezones': () => ({ timezones: [] }),
    'GET /pricing/spot-market/regions': () => ({ entries: [] }),
    'GET /menu': () => ({ structure: [], company: null }),
    'POST /pricing/price-lists/preview': () => {
      throw new Refusal('too_many_attempts')
    },
    [create]: () => {
      throw new Refusal('unavailable')
    },
  })
  const { user } = await renderPage(<CreatePriceListPage />, {
    at: '/pricing/price-lists/create',
    pattern: '/pricing/price-lists/create',
    person: createPerson({ locations: [] }),
  })
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const pick = (name: string) => user.click(screen.getByRole('radio', { name }))
  await screen.findByRole('textbox', { name: 'Name' })
  return { api, user, press, field, pick }
}

test('leaving a step names what is missing, and moves to the first of it', async () => {
  const { press, field, user } = await open()
  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
  await press('Next')
  await expect.poll(() => document.activeElement).toBe(field('Name'))
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: /Basic info – something is wrong here/ })).toBeTruthy()
  await user.type(field('Name'), 'Mine')
  await press('Next')
  expect(field(/single tariff/)).toBeTruthy()
})

test('an end that is no day of the calendar is no open end: it keeps the step, and stays wrong on the way', async () => {
  const { press, field, user } = await open()
  await user.type(field('Name'), 'Mine')
  await user.type(field('Valid to'), '31/06/2027')
  await press('Next')
  expect(field('Valid to').value).toBe('31/06/2027')
  const message = 'Valid to must be a date, such as '
  expect(screen.getByText((text) => text.startsWith(message))).toBeTruthy()
  await press(/Summary/)
  await press(/Basic info/)
  expect(screen.getByText((text) => text.startsWith(message))).toBeTruthy()
  await user.type(field('Valid to'), '30/06/2099')
  await press('Next')
  await press('Back')
  await user.clear(field('Valid to'))
  await user.clear(field('Valid from'))
  await user.type(field('Valid from'), 'soon')
  await press('Next')
  expect(screen.getByText((text) => text.startsWith('Valid from must be a date'))).toBeTruthy()
  await user.clear(field('Valid from'))
  await user.type(field('Valid from'), '01/06/2026')
  await user.type(field('Valid to'), '31/12/9999')
  await press('Next')
  expect(screen.getByText('Valid to must be a date from 01/01/1970 to 31/12/2100.')).toBeTruthy()
  await user.clear(field('Valid to'))
  await press('Next')
  expect(field(/single tariff/)).toBeTruthy()
})

test('two tariffs have two prices; another type and back loses nothing that was entered', async () => {
  const { press, field, pick, user } = await open()
  await user.type(field('Name'), 'Mine')
  await pick('Two (VT and MT)')
  // The high tariff may last to the end of the day.
  await user.selectOptions(screen.getByRole('combobox', { name: 'High tariff until' }), '24:00')
  await press('Next')
  await user.type(field(/high tariff/), '0.14')
  await user.type(field(/low tariff/), '0.1')
  await pick('Spot market')
  expect(field('Factor').value).toBe('1')
  await user.clear(field('Factor'))
  await user.type(field('Factor'), '1.1')
  await pick('Fixed')
  expect([field(/high tariff/).value, field(/low tariff/).value]).toEqual(['0.14', '0.1'])
  await pick('Spot market')
  expect(field('Factor').value).toBe('1.1')
})

test('a time-of-use price asks for each block, and the summary reads all of it', async () => {
  const { api, press, field, pick, user } = await open()
  await user.type(field('Name'), 'Hours')
  await press('Next')
  await pick('Time of use')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time-of-use plan' }), 'Day and night')
  await user.type(field(/^Day .*kWh/), '0.2')
  await press('Next')
  expect(field(/^Night/).getAttribute('aria-invalid')).toBe('true')
  await user.type(field(/^Night/), '0.1')
  await press('Add a tax or levy')
  await user.type(field('Tax or levy'), 'Excise')
  await user.type(field(/^Rate/), '0.0015')
  await press('Next')
  await press('Next')
  // Each price stands by itself, and a fee of nothing is not mentioned.
  const supply = screen.getByText('Energy from the supplier').parentElement!
  expect(
    within(supply)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day and night', 'Day: €0.20000/kWh', 'Night: €0.10000/kWh'])
  expect(screen.queryByText('Supplier’s fee per kWh')).toBeNull()
  expect(screen.getByText(/per kWh: €0\.00150\/kWh/)).toBeTruthy()
  expect(screen.getByText('No rate plan uses this list yet, so it prices nothing.')).toBeTruthy()
  await press('Create the price list')
  await expect.poll(() => api.sentTo(create).length).toBeGreaterThan(0)
  expect(api.sentTo(create)[0]!.body.terms.buy).toEqual({
    ...{ kind: 'time_of_use', timePlanId: 4, substitute: null },
    prices: [
      { blockId: 1, price: '0.2', tiers: [] },
      { blockId: 2, price: '0.1', tiers: [] },
    ],
  })
})

test('a price of feed-in that is hidden again is neither wrong nor stored', async () => {
  const { api, press, field, user } = await open()
  await user.type(field('Name'), 'Mine')
  const sells = screen.getByRole('checkbox', { name: 'Energy fed into the grid has a price of its own' })
  await user.click(sells)
  await user.click(sells)
  await press('Next')
  await user.type(field(/single tariff/), '0.12')
  await press('Next')
  await press('Next')
  await press('Create the price list')
  await expect.poll(() => api.sentTo(create).length).toBeGreaterThan(0)
  expect(api.sentTo(create)[0]!.body.terms).toMatchObject({ hasExportPrice: false, sell: null })
})

test('two VAT rates on the same days are refused in plain words; the first day says what it leaves out', async () => {
  const { press, field, user } = await open()
  expect(screen.getByText(/keeps its prices. To check that invoice/)).toBeTruthy()
  await press(/^Begin on/)
  expect(screen.queryByText(/keeps its prices/)).toBeNull()
  await user.type(field('Name'), 'Mine')
  await press('Next')
  await user.type(field(/single tariff/), '0.12')
  for (const place of [0, 1]) {
    await press('Add a tax or levy')
    await user.type(screen.getAllByRole('textbox', { name: 'Tax or levy' })[place]!, 'VAT')
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'Charged' })[place]!, 'VAT')
    await user.type(screen.getAllByRole('textbox', { name: /^Rate/ })[place]!, '22')
  }
  await press('Next')
  expect(screen.getByText('On some of these days another VAT rate applies already.')).toBeTruthy()
})
