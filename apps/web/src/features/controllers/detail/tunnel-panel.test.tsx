import type { TunnelView } from '@ohmstead/contract/tunnel'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { TunnelPanel } from './tunnel-panel.tsx'

const ids = { locationId: 7, controllerId: 3 }
const path = '/locations/:locationId/controllers/:controllerId/tunnel'
const tunnel: TunnelView = {
  id: 1,
  state: 'open',
  opened_at: Date.UTC(2026, 5, 1, 12),
  opened_by: { id: 4, first_name: 'Ana', last_name: 'Kos' },
  reason: 'fuse',
  expires_at: Date.UTC(2026, 5, 1, 12, 30),
  latest_end: Date.UTC(2026, 5, 1, 20),
  closed_at: null,
  closed_by: null,
  end: null,
  detail: null,
  bytes: 1_250_000,
}

interface Case {
  tunnel?: TunnelView | null
  isOnline?: boolean
  mayOpen?: boolean
  isMetered?: boolean
  isSupported?: boolean
}

async function show({ isOnline = true, mayOpen = true, ...given }: Case) {
  const api = fakeApi({
    [`GET ${path}` as const]: () => ({
      is_set_up: true,
      is_supported: given.isSupported ?? true,
      is_metered: given.isMetered ?? false,
      tunnel: given.tunnel ?? null,
    }),
    [`POST ${path}` as const]: () => ({ tunnel: { ...tunnel, state: 'opening' as const, bytes: 0 } }),
    [`DELETE ${path}` as const]: () => ({
      tunnel: { ...tunnel, state: 'closed' as const, closed_at: tunnel.opened_at, end: 'expired' as const },
    }),
    [`POST ${path}/visits` as const]: () => ({ url: 'https://x.tunnel.example/.ohmstead/enter?ticket=t' }),
  })
  await renderPage(<TunnelPanel {...{ ids, isOnline, mayOpen }} timeZone="UTC" />)
  return api
}

afterEach(() => vi.restoreAllMocks())

test('opens a tunnel for half an hour, and says that the controller is awaited', async () => {
  const api = await show({})
  fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: ' fuse ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Open tunnel' }))
  await screen.findByText('Waiting for the controller…')
  expect(api.sentTo(`POST ${path}`).map(({ body }) => body)).toEqual([{ minutes: 30, reason: 'fuse' }])
})

test('over a mobile network it warns of roaming fees and asks once more', async () => {
  const api = await show({ isMetered: true })
  const warning = 'The controller is connected over LTE. A tunnel connection may cause roaming fees.'
  await screen.findByText(warning)
  fireEvent.click(screen.getByRole('button', { name: 'Open tunnel' }))
  const dialog = await screen.findByRole('dialog')
  expect(api.sentTo(`POST ${path}`)).toEqual([])
  expect(dialog.textContent).toContain(warning)
  const [, confirm] = screen.getAllByRole('button', { name: 'Open tunnel', hidden: true })
  fireEvent.click(confirm!)
  await waitFor(() => expect(api.sentTo(`POST ${path}`)).toHaveLength(1))
})

test('everybody sees who has it open and until when; the page opens in a window of its own', async () => {
  const page = { opener: window, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(page as never)
  await show({ tunnel })
  await screen.findByText(/Ana Kos has it open until 12:30/)
  screen.getByText('Reason: fuse')
  screen.getByText('Data transferred: 1.25 MB')
  fireEvent.click(screen.getByRole('button', { name: 'Show the controller’s page' }))
  await waitFor(() => expect(page.location.href).toContain('ticket=t'))
  expect(page.opener).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close tunnel' }))
  await screen.findByText(/The time was up\./)
})

test.each<[string, Case]>([
  ['A tunnel connection is not available while the controller is not connected.', { isOnline: false }],
  ['This controller does not support tunnel connections.', { isSupported: false }],
  ['You do not have permission for this.', { mayOpen: false }],
])('says why it cannot be opened: %s', async (text, given) => {
  await show(given)
  await screen.findByText(text)
  expect(screen.queryByRole('button', { name: 'Open tunnel' })).toBeNull()
})
