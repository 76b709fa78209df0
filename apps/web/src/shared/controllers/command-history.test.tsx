import type { CommandView } from '@ohmstead/contract/controllers-page'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CommandHistory } from './command-history.tsx'

const command = (id: string, change: Partial<CommandView>): CommandView => ({
  ...{ id, op: 'set', args: {}, state: 'done', code: null, text: null, device: null, by: null },
  ...{ created_at: 0, answered_at: null },
  ...change,
})

test('each command is told in words', async () => {
  fakeApi({
    'GET /locations/:locationId/controllers/:controllerId/commands': () => ({
      commands: [
        command('1', { op: 'set', args: { param: 'MaxChargeCurrent', value: 12 } }),
        command('2', { op: 'realtime', args: { period: 2 } }),
        command('3', { op: 'realtime', args: { period: 60 } }),
        command('4', { op: 'refresh' }),
        command('5', { op: 'update.check' }),
        command('6', { op: 'tunnel.open' }),
        command('7', { op: 'tunnel.close' }),
      ],
      ...{ total: 7, page: 1, page_size: 20 },
    }),
  })
  await renderPage(
    <CommandHistory ids={{ locationId: 7, controllerId: 3 }} deviceId={null} timeZone="Europe/Ljubljana" />,
  )
  const rows = await screen.findAllByRole('row')
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]!.textContent)).toEqual([
    'MaxChargeCurrent: 12',
    'Real-time: On',
    'Real-time: Off',
    'Current data requested',
    'Look for new software',
    'Open tunnel',
    'Close tunnel',
  ])
})
