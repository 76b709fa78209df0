import { expect, onTestFinished, test } from 'vitest'
import { exportType, importType } from '../portal/parse-quarter-hours.ts'
import { createDemoPoint } from './demo-points.ts'
import { startDemoPortal } from './demo-portal.ts'

test('readings are the same text, put together or written from objects, over a change of the clock', async () => {
  const point = createDemoPoint(1, {
    ...{ kind: 'home', pvKw: 5 },
    ...{ name: '', address: '', agreedKw: [4, 4, 4, 4, 4] },
  })
  const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
  const portal = await startDemoPortal({ clock, points: [point], tokens: [['token', [point.eimm]]] })
  onTestFinished(() => portal.close())
  const ask = async (...types: string[]) => {
    const query = new URLSearchParams([
      ['usagePoint', point.gsrn],
      ['startTime', '2026-10-24'],
      ['endTime', '2026-10-27'],
      ...types.map((type) => ['option', `ReadingType=${type}`]),
    ])
    const answer = await fetch(`${portal.url}/meter-readings?${query}`, {
      headers: { 'x-api-token': 'token' },
    })
    return answer.text()
  }
  for (const types of [[importType, exportType], [exportType], []]) {
    portal.change = null
    const text = await ask(...types)
    portal.change = (reading) => reading
    expect(await ask(...types)).toBe(text)
    const parsed = JSON.parse(text)
    expect(JSON.stringify(parsed)).toBe(text)
    expect(
      parsed.intervalBlocks.map((block: { intervalReadings: [] }) => block.intervalReadings.length),
    ).toEqual(types.map(() => 96 + 100 + 96))
  }
})
