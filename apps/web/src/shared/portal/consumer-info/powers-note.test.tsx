import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PowersNote } from './powers-note.tsx'

const save = 'PUT /abstract-devices/:deviceId/consumer-info'
const info = (change: Partial<ConsumerInfo>) =>
  ({ powerLimits: [], manual: [], assumed: [], ...change }) as unknown as ConsumerInfo

async function show(change: Partial<ConsumerInfo>, owner: { id: number; name: string } | null = null) {
  const device = createPortalDevice({ source: 'csv', consumerInfo: info(change), owner })
  const api = fakeApi({
    [save]: () => ({ device }),
    'GET /auth/user/external-credentials': () => ({ credentials: [] }),
    'GET /abstract-devices-all': () => ({ devices: [device] }),
  })
  const { user } = await renderPage(<PowersNote device={device} />)
  return { api, user }
}

test('who set the powers is answered with one press', async () => {
  const { api, user } = await show({ assumed: ['limitSetBy'] })
  await user.click(screen.getByRole('button', { name: 'I chose them' }))
  await expect.poll(() => api.sentTo(save).map(({ body }) => body)).toEqual([{ limitSetBy: 'user' }])
})

test('unknown powers are entered right there', async () => {
  const { user } = await show({ powerLimits: null })
  await user.click(screen.getByRole('button', { name: 'Enter the agreed powers' }))
  expect(await screen.findByRole('group', { name: 'Agreed power by block' })).toBeTruthy()
  expect(screen.queryByLabelText('Consumer')).toBeNull()
})

const kw = { block1: 4, block2: 4, block3: 4, block4: 4, block5: 4 }

test('a block that the file has no power of is named with its day, and can be entered', async () => {
  const limit = { ...kw, dateFrom: '2026-05-01', dateTo: '9999-12-31', assumedBlocks: [1] }
  const past = { ...kw, dateFrom: '2025-01-01', dateTo: '2026-04-30', assumedBlocks: [5] }
  const powerLimits = [past, limit] as ConsumerInfo['powerLimits']
  const { user } = await show({ powerLimits })
  expect(screen.getByText(/Since 1 May 2026 .*\(block 1\)/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter the agreed powers' }))
  expect(await screen.findByRole('group', { name: 'Agreed power by block' })).toBeTruthy()
})

test('both questions stand beside each other, and a stranger is asked neither', async () => {
  const limit = { ...kw, dateFrom: '2026-05-01', dateTo: '9999-12-31', assumedBlocks: [1] }
  const powerLimits = [limit] as ConsumerInfo['powerLimits']
  await show({ powerLimits, assumed: ['limitSetBy'] }, { id: 2, name: 'Ana' })
  expect(screen.getByText(/\(block 1\)/)).toBeTruthy()
  expect(screen.getByText(/It is not known who set these/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('who looks after the point of somebody else reads it and changes nothing', async () => {
  await show({ assumed: ['limitSetBy'] }, { id: 2, name: 'Ana' })
  expect(screen.getByText(/It is not known who set these/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('nothing is said where both are known', async () => {
  await show({})
  expect(screen.queryByText(/agreed powers/)).toBeNull()
})
