import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteNoAnswer, setProbe } from '../../lib/reachability.ts'
import type { LiveConnection } from '../../shared/live/live-source.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { FlowAge } from './flow-age.tsx'

const minute = 60_000

interface Shown {
  ageMs: number | null
  view?: 'latest' | 'realtime'
  connection?: LiveConnection
  isOffline?: boolean
}

/** What is said of readings of that age, and whether the picture moves. */
async function show({ ageMs, view = 'realtime', connection = 'open', isOffline = false }: Shown) {
  await renderPage(
    <FlowAge
      ts={ageMs === null ? null : Date.now() - ageMs}
      view={view}
      connection={connection}
      isOffline={isOffline}
    >
      {(isCurrent) => <output>{isCurrent ? 'moves' : 'stands still'}</output>}
    </FlowAge>,
  )
}

test.each<[string, string, Shown]>([
  ['Live', 'moves', { ageMs: 30_000 }],
  ['Last reading 2 minutes ago', 'moves', { ageMs: 2 * minute }],
  ['Last reading 4 minutes ago', 'moves', { ageMs: 4 * minute }],
  ['Last reading 6 minutes ago', 'stands still', { ageMs: 6 * minute }],
  ['Once a minute, with the 15-minute average', 'moves', { ageMs: 2 * minute, view: 'latest' }],
  ['No reading yet', 'stands still', { ageMs: null }],
  ['Connection lost, reconnecting… Last reading now', 'stands still', { ageMs: 0, connection: 'lost' }],
  ['Connection lost, reconnecting… Last reading now', 'stands still', { ageMs: 0, connection: 'silent' }],
])('"%s" is said, and the picture %s', async (words, picture, shown) => {
  await show(shown)
  expect(screen.getByText(words)).toBeTruthy()
  expect(document.querySelector('output')!.textContent).toBe(picture)
})

test('without the cloud nothing is live, however young it is', async () => {
  await show({ ageMs: 0 })
  setProbe(async () => false)
  await act(async () => noteNoAnswer())
  expect(await screen.findByText(/^Connection lost, reconnecting…/)).toBeTruthy()
  expect(document.querySelector('output')!.textContent).toBe('stands still')
})

test('a controller that is not connected is named once its readings are old', async () => {
  const words = 'The controller is not connected; these are the last known values.'
  await show({ ageMs: 6 * minute, isOffline: true })
  expect(screen.getByText(words)).toBeTruthy()
})

test('a controller that has just gone is not named while its readings are young', async () => {
  await show({ ageMs: 2 * minute, isOffline: true })
  expect(screen.queryByText(/not connected/)).toBeNull()
})
