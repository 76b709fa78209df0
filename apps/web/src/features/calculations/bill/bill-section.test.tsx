import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { household, peaksInBlocks } from '@ohmstead/network-fee/testing/test-series'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { monthsOf } from '../calculation-data.ts'
import type { CustomState } from '../use-custom-months.ts'
import { BillSection } from './bill-section.tsx'

const calculations = calculatePeriod(
  {
    readings: peaksInBlocks('2025-12-01', '2026-03-01', { 2: [8, 9] }),
    point: household([5, 5, 5, 5, 5]),
    energyPrices: { vt: 0.1, mt: 0.05, et: null },
  },
  [],
)
/** Without custom powers, or with the current ones as custom powers. */
async function show(hasOwn = false) {
  const custom = {
    calculated: { answer: { calculations } },
    customMonths: hasOwn ? monthsOf(calculations, 'newSystem') : null,
  } as unknown as CustomState
  const { user } = await renderPage(<BillSection custom={custom} />)
  const choice = within(screen.getByRole('group', { name: 'Which system the tables show' }))
  const systems = () => choice.getAllByRole('radio').map((one) => one.closest('label')!.textContent)
  const button = (name: string) => screen.getByLabelText(name) as HTMLButtonElement
  /** Opens the formula of the first figure, and reads its subject. */
  const openFormula = async () => {
    const compared = within(screen.getByLabelText('The systems side by side'))
    await user.click(compared.getAllByRole('button')[0]!)
    const dialog = within(screen.getByRole('dialog'))
    const { textContent } = dialog.getByRole('heading', { level: 2 })
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    return textContent
  }
  return { user, choice, systems, openFormula, button }
}

test('only systems with a result can be chosen, and the one in force is preselected', async () => {
  const { systems, choice } = await show()
  expect(systems()).toEqual(['Old system', 'Current system'])
  expect((choice.getByRole('radio', { name: 'Current system' }) as HTMLInputElement).checked).toBe(true)
})

test('custom powers are a further system, whose tables are shown on request', async () => {
  const { user, choice, systems } = await show(true)
  expect(systems()).toContain('Own agreed power')
  await user.click(choice.getByRole('radio', { name: 'Own agreed power' }))
  expect((choice.getByRole('radio', { name: 'Own agreed power' }) as HTMLInputElement).checked).toBe(true)
})

test('months can be stepped through from the last one to the first, each figure with its formula', async () => {
  const { user, openFormula, button } = await show()
  expect(button('Month after').disabled).toBe(true)
  await user.click(button('Month before'))
  await user.click(button('Month before'))
  expect(await openFormula()).toBe('Energy · Old system · January 2026')
  await user.click(button('Month before'))
  expect(button('Month before').disabled).toBe(true)
  await user.click(button('Month after'))
  await user.click(button('Month after'))
  expect(button('Month after').disabled).toBe(true)
  expect(await openFormula()).toBe('Energy · Old system · February 2026')
})
