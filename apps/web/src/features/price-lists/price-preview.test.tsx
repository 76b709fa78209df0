import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { pricesPaths } from '../../shared/paths.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { emptyDraft, type PriceListDraft } from './price-list-draft.ts'
import { PricePreview } from './price-preview.tsx'

const draft = emptyDraft('SI', '2026-06-10')
const withPrice = (t0: string): PriceListDraft => ({
  ...draft,
  terms: { ...draft.terms, buy: { kind: 'fixed', t0, t1: null, t2: null } },
})
const previewOf = (price: number): PriceListPreview => ({
  ...{ currency: 'EUR', timeZone: 'Europe/Ljubljana', day: '2026-06-10', missing: [] },
  ...{ starts: [0, 900_000], importPrice: [price, price], exportPrice: [0, 0] },
  parts: [{ part: 'energy', rates: [price, price] }],
  lastMonth: {
    ...{ month: '2026-05', isPart: false, nowCurrency: 'EUR', draftCurrency: 'EUR', missing: [] },
    now: { net: '50.00', vat: '0.00', feedIn: '0.00', payable: '50.00' },
    draft: { net: '0.00', vat: '0.00', feedIn: '0.00', payable: `${price * 100}.00` },
    isProvisional: false,
  },
})
const scope = {
  ...{ address: null, locationId: 7, countryCode: 'SI', companyId: null, needsCompany: false },
  ...{ mayCreate: true, mayAssign: true, paths: pricesPaths(null) },
}

/** A field, as the wizard has them: two is a wrong price, and a name changes no price. */
function Form() {
  const [list, setList] = useState(withPrice('1'))
  const [isWrong, setWrong] = useState(false)
  const type = (price: string) => () => {
    setWrong(price === '')
    setList(withPrice(price))
  }
  return (
    <>
      <button type="button" onClick={type('2')}>
        type 2
      </button>
      <button type="button" onClick={type('')}>
        clear
      </button>
      <button type="button" onClick={() => setList({ ...list, name: 'Another' })}>
        rename
      </button>
      <PricePreview
        scope={scope}
        draft={list}
        problems={isWrong ? 1 : 0}
        today="2026-06-10"
        onBegin={(validFrom) => setList({ ...list, validFrom })}
      />
    </>
  )
}
const show = () => renderPage(<Form />, { person: createPerson() })
const stale = () => screen.queryByText('Of your earlier entries')
const mean = () => screen.getByText('On average').closest('li')!.textContent
const month = () => screen.getByRole('region', { name: 'My last month under this list' })

test('figures of earlier entries are marked from the first key on, until those of the last one are there', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const api = fakeApi({
    'POST /pricing/price-lists/preview': async ({ body }) => {
      const { t0 } = body.terms.buy as { t0: string }
      if (t0 === '2') await held
      return { preview: previewOf(Number(t0)) }
    },
  })
  const { user } = await show()
  await screen.findByText('On average')
  expect([mean(), stale()]).toEqual(['On average€1.00000/kWh', null])
  expect(month().textContent).toContain('+€50.00')
  await user.click(screen.getByRole('button', { name: 'type 2' }))
  // The pause of typing has not even passed.
  expect(stale()).toBeTruthy()
  expect(month().closest('[aria-busy="true"]')).toBeTruthy()
  await expect.poll(() => api.sent.length).toBe(2)
  expect([mean(), stale() !== null]).toEqual(['On average€1.00000/kWh', true])
  release()
  await expect.poll(stale).toBeNull()
  expect(mean()).toBe('On average€2.00000/kWh')
  expect(month().closest('[aria-busy="true"]')).toBeNull()
})

test('before the first price is known the preview says what it will show, and asks for nothing', async () => {
  fakeApi({})
  await renderPage(<PricePreview scope={scope} draft={withPrice('')} problems={1} today="2026-06-10" />, {
    person: createPerson(),
  })
  await screen.findByText(/1 field is still missing or wrong. Then you see here/)
  expect(screen.queryByLabelText('Day')).toBeNull()
})

test('a wrong field asks nothing and says so; a new name asks nothing either', async () => {
  const api = fakeApi({
    'POST /pricing/price-lists/preview': ({ body }) => ({
      preview: previewOf(Number((body.terms.buy as { t0: string }).t0)),
    }),
  })
  const { user } = await show()
  await screen.findByText('On average')
  await user.click(screen.getByRole('button', { name: 'rename' }))
  expect(stale()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'clear' }))
  await screen.findByText('1 field is still missing or wrong.')
  expect(stale()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'type 2' }))
  await expect.poll(() => mean()).toBe('On average€2.00000/kWh')
  expect(api.sent).toHaveLength(2)
})

test('a refusal shows no figures of other entries, and can be asked again', async () => {
  let isRefused = false
  fakeApi({
    'POST /pricing/price-lists/preview': ({ body }) => {
      if (isRefused) throw new Refusal('too_many_attempts')
      return { preview: previewOf(Number((body.terms.buy as { t0: string }).t0)) }
    },
  })
  const { user } = await show()
  await screen.findByText('On average')
  isRefused = true
  await user.click(screen.getByRole('button', { name: 'type 2' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('On average')).toBeNull()
  isRefused = false
  await user.click(again)
  await screen.findByText('On average')
  expect(mean()).toBe('On average€2.00000/kWh')
})

test('a list that begins after the last month says so there, and can begin with it', async () => {
  fakeApi({ 'POST /pricing/price-lists/preview': () => ({ preview: previewOf(1) }) })
  const { user } = await show()
  await screen.findByText(/^The list begins on 1 June 2026 and does not cover May 2026/)
  await user.click(screen.getByRole('button', { name: 'Begin on 1 May 2026' }))
  expect(screen.queryByText(/does not cover/)).toBeNull()
})
