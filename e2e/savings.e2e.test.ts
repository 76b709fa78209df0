import type { Page } from 'playwright'
import { expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()
const part = (page: Page, key: string) => page.getByRole('region', { name: words(key), exact: true })

/** Cents of every amount of a text, "−€0.91" included. */
const centsIn = (text: string) =>
  [...text.matchAll(/(−?)€([\d,]+\.\d\d)/g)].map(
    ([, sign, amount]) => (sign ? -1 : 1) * Math.round(Number(amount!.replaceAll(',', '')) * 100),
  )

it('a home sees what its panels, battery and control saved, and how far a purchase has paid back', async () => {
  const page = await stage.open({ url, path: null, person: 'basic' })
  const { user } = await read<{ user: { locations: { id: number; name: string }[] } }>(
    page.context(),
    '/auth/user',
  )
  await page.goto(`/locations/${user.locations[0]!.id}/money/savings`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toMatch(/^Saved in \d{4}: €/)

  // Every row adds up: the parts are what was saved, and that is baseline − bill.
  const rows = part(page, 'savings.months.heading').getByRole('row')
  await rows.nth(1).waitFor()
  for (const row of (await rows.all()).slice(1)) {
    const [solar, battery, control, saved, baseline, actual] = centsIn(await row.innerText())
    expect(solar! + battery! + control!).toBe(saved)
    expect(baseline! - actual!).toBe(saved)
  }
  const [total] = centsIn(await heading.innerText())
  const proof = centsIn(await part(page, 'savings.proof.heading').getByRole('table').innerText())
  expect(proof).toHaveLength(8)
  expect(proof[0]! - proof.at(-1)!).toBe(total)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: words('savings.bought.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('savings.field.kind')).selectOption('other')
  await dialog.getByLabel(words('savings.field.name'), { exact: true }).fill('Roof')
  await dialog.getByLabel(words('savings.field.price')).fill('1234.5')
  await dialog.getByLabel(words('savings.field.bought_on'), { exact: true }).first().fill('1/1/2024')
  await dialog.getByRole('button', { name: words('common.action.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  const bought = part(page, 'savings.bought.heading')
  // What other things save cannot be told from readings, and is not claimed.
  const verdict = bought.getByText(words('savings.payback.notSeparable'))
  await verdict.waitFor()
  const remove = words('savings.bought.remove').replace('{name}', 'Roof')
  await bought.getByRole('button', { name: remove }).click()
  await dialog.getByRole('button', { name: words('savings.bought.remove_action') }).click()
  await verdict.waitFor({ state: 'detached' })
})
