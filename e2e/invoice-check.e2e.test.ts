import { readFileSync } from 'node:fs'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { layOutInvoice } from '@ohmstead/pricing/testing/lay-out-invoice'
import { invoiceOf, withSums } from '@ohmstead/pricing/testing/made-invoice'
import { describe, expect, inject, it } from 'vitest'
import { printTextPdf } from '../apps/server/src/testing/print-text-pdf.ts'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { findLocations } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
describe('the check of an invoice', () => {
  it('finds the error in a PDF that is dropped, says what it is, and writes the letter', async () => {
    const page = await stage.open({ url, path: null, person: 'aggregator' })
    const context = page.context()
    // Of a home that shares energy the supplier bills the rest: it gets no letter.
    const { data } = (await findLocations(context)).find(({ title }) => title.includes('Hmelj'))!
    const id = data.locationId
    const month = Temporal.Now.plainDateISO('Europe/Ljubljana').toPlainYearMonth().subtract({ months: 1 })
    const [from, to] = [month.toPlainDate({ day: 1 }), month.toPlainDate({ day: month.daysInMonth })]
    const { bill } = await read<{ bill: Bill }>(
      context,
      `/locations/${id}/pricing/bill?from=${from}&to=${to}`,
    )
    expect(bill.totals.payable).not.toBeNull()
    const right = invoiceOf(bill)
    const lines = right.lines.map((line) =>
      line.name === 'excise' ? { ...line, unitPrice: '0.05000', amount: priceOf(line.quantity!) } : line,
    )
    const wrong = withSums({ ...right, lines }, bill)
    const text = layOutInvoice(wrong, {
      language: 'sl',
      decimal: ',',
      thousands: '.',
      order: ['quantity', 'unit', 'price', 'amount'],
      breaks: 'none',
      gap: '\t',
      ...{
        unitOfPrice: false,
        headings: true,
        noise: true,
        scanned: false,
        subtotals: true,
        creditSign: false,
      },
      sums: 'table',
    })

    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') asked.push(request.url())
    })
    await page.goto(`/locations/${id}/money/invoice`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const bytes = (await printTextPdf(text)).toString('base64')
    const drop = page.getByText(words('invoice_check.drop')).locator('..')
    const files = await page.evaluateHandle(`(() => {
      const content = Uint8Array.from(atob('${bytes}'), (char) => char.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], 'racun.pdf', { type: 'application/pdf' }))
      return transfer
    })()`)
    await drop.dispatchEvent('drop', { dataTransfer: files })

    const comparison = page.getByRole('region', { name: words('invoice_check.result'), exact: true })
    await expect.poll(() => comparison.getByRole('status').innerText()).toMatch(/too high/)
    const row = comparison.getByRole('row', { name: words('invoice_check.kind.rate') })
    expect(await row.innerText()).toContain('0.05000')
    expect(await row.count()).toBe(1)
    await expectAccessible(page)

    const letter = page.getByRole('region', { name: words('invoice_check.letter.heading') })
    const download = page.waitForEvent('download')
    await letter.getByRole('button', { name: words('invoice_check.letter.download') }).click()
    const written = readFileSync((await (await download).path())!, 'utf8')
    expect(written).toContain('R-26-0001')
    expect(written).toContain('0.05000')
    expect(asked).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })
})

const priceOf = (quantity: string) => (Number(quantity) * 0.05).toFixed(2)
