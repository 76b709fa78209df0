import type { SenderRecordView } from '@ohmstead/contract/company-settings'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SenderRecords } from './sender-records.tsx'

const check = 'POST /companies/:companyId/sender/check'
const spf: SenderRecordView = {
  kind: 'SPF',
  required: true,
  name: 'sun.si',
  value: 'v=spf1 include:ohmstead.com ~all',
  state: 'wrong',
  found: ['v=spf1 -all'],
}
const dmarc: SenderRecordView = {
  kind: 'DMARC',
  required: false,
  name: '_dmarc.sun.si',
  value: 'v=DMARC1; p=none',
  state: 'missing',
  found: [],
}
/** Blocks shown while loading. */
const placeholders = (page: HTMLElement) => page.querySelectorAll('span[aria-hidden][style*="height: 160px"]')

test('a record with another value shows what was found, and is looked up again on request', async () => {
  let state: SenderRecordView['state'] = 'wrong'
  const api = fakeApi({
    [check]: () => ({
      senderEmail: 'hello@sun.si',
      records: [{ ...spf, state }, dmarc],
      active: state === 'ok',
    }),
  })
  const { user } = await renderPage(<SenderRecords companyId={2} />)
  expect(placeholders(document.body)).toHaveLength(1)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(placeholders(document.body)).toHaveLength(0)
  expect(within(first!).getByText('Different')).toBeTruthy()
  expect(within(first!).getByText('Found instead: v=spf1 -all')).toBeTruthy()
  expect(within(second!).getByText('Optional')).toBeTruthy()
  expect(screen.getByText(/^Until the required records are found/)).toBeTruthy()
  state = 'ok'
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('E-mails are sent from this address.')).toBeTruthy()
  expect(screen.queryByText('Found instead: v=spf1 -all')).toBeNull()
  expect(api.sentTo(check)).toHaveLength(2)
})

test('a refusal is shown instead of records', async () => {
  fakeApi({
    [check]: () => {
      throw new Refusal('not_found')
    },
  })
  await renderPage(<SenderRecords companyId={2} />)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(placeholders(document.body)).toHaveLength(0)
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
