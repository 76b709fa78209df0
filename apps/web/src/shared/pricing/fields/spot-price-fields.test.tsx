import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
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
