import { expect, test } from 'vitest'
import type { ComparedRow } from './comparison-model.ts'
import { explainRow } from './explain-difference.ts'

const figuresOf = (unitPrice: string) => ({ quantity: '100', unitPrice, amount: '-1' })

function explain(ownPrice: string, printed: string) {
  const bill = [
    {
      ...{ part: 'energy' as const, name: 'T0', quantity: { amount: '100', unit: 'kWh' as const } },
      ...{ unitPrice: ownPrice, isMean: true, exact: '-0.5', amount: '-0.50' },
      ...{ source: null, confidence: null },
    },
  ] as unknown as ComparedRow['bill']
  const row: ComparedRow = {
    ...{ invoice: [0], bill, kinds: ['rate'], difference: '-0.5' },
    ...{ invoiceFigures: figuresOf(printed), billFigures: figuresOf(ownPrice) },
  }
  return explainRow(row, 'rate', {
    ...{ rows: [row], lines: [], evidence: { rates: [], quantities: [] }, vatRate: '0.22' },
    ...{ from: '2026-03-01', to: '2026-03-31', isIncomplete: false },
  })
}

test('a price that is charged with its tax is told, also below zero as on some days of the market', () => {
  for (const [own, printed] of [
    ['0.1', '0.122'],
    ['-0.005', '-0.0061'],
    ['-1.5', '-1.83'],
  ] as const)
    expect(explain(own, printed)).toEqual([{ kind: 'rateWithVat' }])
  expect(explain('-0.005', '-0.0071')).toEqual([])
})
