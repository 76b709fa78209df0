import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'
import { fakeApi, Refusal } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DeviceManager } from './device-manager.tsx'

const device = createPortalDevice()
const around = { 'GET /auth/user/external-credentials': () => ({ credentials: [] }) }
const remove = 'DELETE /abstract-devices/:deviceId'
const removeToken = 'DELETE /abstract-device/:deviceId/token/:tokenId'
const startImport = 'POST /abstract-devices/:deviceId/import'

async function show(shown = device) {
  const { user } = await renderPage(<DeviceManager devices={[shown]} />)
  const ask = async (answer: string) => {
    await user.click(screen.getByRole('button', { name: /^Delete metering point .*4-0000001/ }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  return { user, ask }
}

test('a metering point is deleted after a second question', async () => {
  const api = fakeApi({ ...around, [remove]: () => undefined })
  const { ask } = await show()
  await ask('Cancel')
  expect(api.sentTo(remove)).toEqual([])
  await ask('Delete metering point')
  expect(await screen.findByText('Metering point deleted.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(remove)).toMatchObject([{ params: { deviceId: '1' } }])
})

test('a refusal is shown, and the point stays', async () => {
  fakeApi({
    ...around,
    [remove]: () => {
      throw new Refusal('not_found')
    },
  })
  const { ask } = await show()
  await ask('Delete metering point')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /4-0000001/ })).toBeTruthy()
})

test('one of several tokens is removed; the last one cannot be', async () => {
  const api = fakeApi({ ...around, [removeToken]: () => ({ removed: true }) })
  const credentials = [...device.credentials, { token: 'zzzzz…', token_id: 4 }]
  const { user } = await show(createPortalDevice({ credentials }))
  await user.click(screen.getByRole('button', { name: 'Remove token zzzzz… from this metering point' }))
  expect(await screen.findByText('Token removed; the metering point stays.')).toBeTruthy()
  expect(api.sentTo(removeToken)).toMatchObject([{ params: { deviceId: '1', tokenId: '4' } }])
})

test('a point with one token offers no removal', async () => {
  fakeApi(around)
  await show()
  expect(screen.queryByRole('button', { name: /^Remove token/ })).toBeNull()
})

test('an import is started by hand', async () => {
  const api = fakeApi({ ...around, [startImport]: () => ({ job_id: 1 }) as never })
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Import now' }))
  await expect.poll(() => api.sentTo(startImport)).toMatchObject([{ params: { deviceId: '1' } }])
})

test('a metering point is added with the only token', async () => {
  const token: PortalToken = {
    id: 3,
    token: 'abcde…',
    created_at: 0,
    checked_at: 0,
    state: 'accepted',
    reason: null,
    devices: 0,
  }
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials: [token] }),
    'GET /abstract-devices-all': () => ({ devices: [device] }),
    'POST /abstract-device': () => ({ addDevice: createPortalDevice({ id: 2 }) }),
  })
  const { user } = await renderPage(<DeviceManager devices={[]} />)
  const add = screen.getByRole('button', { name: 'Add metering point' }) as HTMLButtonElement
  expect(add.disabled).toBe(true)
  await expect.poll(() => add.disabled).toBe(false)
  await user.click(add)
  await user.type(screen.getByLabelText(/^EIMM/), '4-0000002')
  await user.click(screen.getByRole('button', { name: 'Add and import' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo('POST /abstract-device')).toMatchObject([{ body: { eimm: '4-0000002', token_id: 3 } }])
})
