import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { FixedPriceFields } from './fixed-price-fields.tsx'
import { PriceFormContext } from './price-form.ts'
import { SpotPriceFields } from './spot-price-fields.tsx'

const none = { floor: null, hourlyCap: null, monthlyCap: null, substitute: null }
const price = { kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0', ...none }
const form = { currency: 'EUR' as const, countryCode: 'SI', isMultiTariff: false, problems: {} }
const show = () =>
  renderPage(
    <PriceFormContext value={form}>
      <SpotPriceFields path="buy" price={price} onChange={() => undefined} />
    </PriceFormContext>,
    { person: createPerson() },
  )

test('regions stand in the order of their names; those that nobody publishes prices of cannot be chosen', async () => {
  await show()
  const region = await screen.findByRole('combobox')
  const options = within(region).getAllByRole<HTMLOptionElement>('option')
  const [offered, others] = [options.filter((one) => !one.disabled), options.filter((one) => one.disabled)]
  expect(offered.slice(0, 3).map((one) => one.textContent)).toEqual(['Albania', 'Austria', 'Belgium'])
  expect(others.length).toBeGreaterThan(0)
  expect(options).toEqual([...offered, ...others])
})

test('a price for energy without quarter-hours says that no bill goes by it', async () => {
  await show()
  const field = await screen.findByRole('textbox', { name: /Price without quarter-hour readings/ })
  const help = document.getElementById(field.getAttribute('aria-describedby')!)
  expect(help?.textContent).toMatch(/bills here are based on the quarter-hour readings/)
})

test('a floor or a cap that is emptied is none', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(
    <PriceFormContext value={form}>
      <SpotPriceFields path="buy" price={{ ...price, floor: '0' }} onChange={onChange} />
    </PriceFormContext>,
    { person: createPerson() },
  )
  await user.clear(await screen.findByRole('textbox', { name: /^Lowest price/ }))
  expect(onChange).toHaveBeenLastCalledWith(price)
})

test('feed-in has one price for both tariffs, or one for each, never all three', async () => {
  const onChange = vi.fn()
  const single = { kind: 'fixed' as const, t0: '0.05', t1: null, t2: null }
  const { user } = await renderPage(
    <PriceFormContext value={{ ...form, isMultiTariff: true }}>
      <FixedPriceFields allowsSingle path="sell" price={single} onChange={onChange} />
    </PriceFormContext>,
    { person: createPerson() },
  )
  await user.click(await screen.findByRole('checkbox', { name: 'One price for both tariffs' }))
  expect(onChange).toHaveBeenLastCalledWith({ ...single, t0: null, t1: '0.05', t2: '0.05' })
})
