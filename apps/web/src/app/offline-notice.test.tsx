import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { noteAnswer, noteNoAnswer, setProbe } from '../lib/reachability.ts'
import { trackCall } from '../lib/slow-calls.ts'
import { failureText } from '../shared/forms/failure-text.ts'
import { translate } from '../shared/i18n/use-t.ts'
import { locationQuery } from '../shared/locations/location-query.ts'
import { menuKey, menuQuery } from '../shared/navigation/menu-query.ts'
import { queryClient } from '../shared/query-client.ts'
import { FailedState, FailedStrip } from '../shared/states/page-states.tsx'
import { fakeApi } from '../testing/fake-api.ts'
import { createLocation } from '../testing/location.ts'
import { renderPage } from '../testing/render-page.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { watchSlowCalls } from './watch-slow-calls.ts'

afterEach(() => {
  setProbe(async () => true)
  noteAnswer()
})

async function loseConnection() {
  setProbe(async () => false)
  await act(async () => noteNoAnswer())
}

function Place() {
  const { data } = useQuery(locationQuery(7))
  return <p>{data?.name}</p>
}

test('without a connection a page shows the age of its oldest data, and recovers by itself', async () => {
  const hourAgo = Date.now() - 3_600_000
  queryClient.setQueryData(locationQuery(7).queryKey, createLocation(), { updatedAt: hourAgo })
  queryClient.setQueryData(['site', 'info'], null, { updatedAt: 1 })
  fakeApi({ 'GET /locations/:locationId': () => ({ location: createLocation() }) })
  queryClient.setQueryDefaults(locationQuery(7).queryKey, { refetchOnMount: false })
  await renderPage(
    <>
      <OfflineNotice />
      <Place />
    </>,
  )
  expect(screen.queryByText(/No connection/)).toBeNull()
  await loseConnection()
  expect(await screen.findByText('No connection. Last known state: 1 hour ago.')).toBeTruthy()
  await act(async () => noteAnswer())
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('the oldest data on the page counts, not older data of other pages or the menu', async () => {
  const age = (hours: number) => ({ updatedAt: Date.now() - hours * 3_600_000 })
  queryClient.setQueryData(locationQuery(7).queryKey, createLocation(), age(2))
  queryClient.setQueryData(locationQuery(8).queryKey, createLocation({ id: 8, name: 'Farm' }), age(3))
  queryClient.setQueryData(locationQuery(9).queryKey, createLocation({ id: 9 }), age(9))
  queryClient.setQueryData(menuQuery(null).queryKey, [], age(20))
  queryClient.setQueryDefaults(['location'], { refetchOnMount: false })
  queryClient.setQueryDefaults(menuKey, { refetchOnMount: false })
  function Page() {
    const [one, other] = [useQuery(locationQuery(7)), useQuery(locationQuery(8))]
    useQuery(menuQuery(null))
    return (
      <p>
        {one.data?.name} {other.data?.name}
      </p>
    )
  }
  await renderPage(
    <>
      <OfflineNotice />
      <Page />
    </>,
  )
  await loseConnection()
  expect(await screen.findByText('No connection. Last known state: 3 hours ago.')).toBeTruthy()
})

test('missing data is reported without a connection; known data has no second notice', async () => {
  const error = new ApiError('offline')
  await renderPage(
    <>
      <FailedState error={error} onRetry={() => {}} />
      <FailedStrip error={error} onRetry={() => {}} />
    </>,
  )
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  await loseConnection()
  expect(screen.getByRole('heading', { name: 'Not available without a connection' })).toBeTruthy()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a slow answer is reported until it arrives, and can be cancelled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const leave = watchSlowCalls()
    await renderPage(null)
    const stop = vi.fn()
    const settle = trackCall(stop)
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByText('The cloud is slow to answer.')).toBeTruthy()
    act(() => settle())
    expect(screen.queryByText('The cloud is slow to answer.')).toBeNull()
    trackCall(stop)
    act(() => void vi.advanceTimersByTime(60_000))
    act(() => screen.getByRole('button', { name: 'Stop waiting' }).click())
    expect(stop).toHaveBeenCalledTimes(1)
    leave()
  } finally {
    vi.useRealTimers()
  }
})

test('a server error has a code for support, and says that the input is kept', async () => {
  const failed = new ApiError('unexpected', { supportCode: 'abcDEF123' })
  expect(failureText(failed, translate)).toBe(
    'Something went wrong on our side. Code for support: abcDEF123 Your entries have been kept.',
  )
  expect(failureText(new ApiError('identifier_taken'), translate)).toBe('This identifier is already in use.')
})
