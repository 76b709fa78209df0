import { expect, onTestFinished, test } from 'vitest'
import { exportType, importType } from '../portal/client/parse-quarter-hours.ts'
import { createDemoPoint } from './demo-points.ts'
import { startDemoPortal } from './demo-portal.ts'

test('readings are the same text, concatenated or serialised from objects, across a clock change', async () => {
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

test('a meter installed later has no earlier readings', async () => {
  const plan = { kind: 'home', name: '', address: '', agreedKw: [4, 4, 4, 4, 4] } as const
  const [old, young] = [createDemoPoint(1, plan), createDemoPoint(2, { ...plan, meteredDays: 10 })]
  const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
  const points = [old, young]
  const portal = await startDemoPortal({
    clock,
    points,
    tokens: [['token', points.map(({ eimm }) => eimm)]],
  })
  onTestFinished(() => portal.close())
  const firstOf = async ({ gsrn }: { gsrn: string }) => {
    const range = `startTime=2026-11-01&endTime=2026-11-20&option=ReadingType=${importType}`
    const answer = await fetch(`${portal.url}/meter-readings?usagePoint=${gsrn}&${range}`, {
      headers: { 'x-api-token': 'token' },
    })
    return JSON.parse(await answer.text()).intervalBlocks[0].intervalReadings[0].timestamp
  }
  expect(await firstOf(old)).toBe('2026-11-01T00:15:00+01:00')
  expect(await firstOf(young)).toBe('2026-11-11T00:15:00+01:00')
  portal.historyDays = 3
  expect(await firstOf(young)).toBe('2026-11-18T00:15:00+01:00')
})
