import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'
import { fakeApi, Refusal } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DeviceForm } from './device-form.tsx'

const add = 'POST /abstract-device'
const createToken = (id: number, token: string, state: PortalToken['state'] = 'accepted'): PortalToken => ({
  id,
  token,
  created_at: 0,
  checked_at: 0,
  state,
  reason: null,
  devices: 0,
})

async function show(tokens: PortalToken[], answer = () => ({ addDevice: createPortalDevice({ id: 2 }) })) {
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials: tokens }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    [add]: answer,
  })
  const onAdded = vi.fn()
  const { user } = await renderPage(<DeviceForm onAdded={onAdded} />)
  await screen.findByRole('option', { name: new RegExp(`^${tokens[0]!.token}`) })
  const eimm = screen.getByLabelText(/^EIMM/)
  const press = () => user.click(screen.getByRole('button', { name: 'Add and import' }))
  return { api, onAdded, user, eimm, press }
}
const two = [createToken(3, 'abcde…'), createToken(4, 'fghij…')]

test('missing input is reported after the first attempt, and nothing is sent', async () => {
  const { api, press } = await show(two)
  expect(screen.queryByText('Choose a token first.')).toBeNull()
  expect(screen.queryByText('Enter the EIMM.')).toBeNull()
  await press()
  expect(screen.getByText('Choose a token first.')).toBeTruthy()
  expect(screen.getByText('Enter the EIMM.')).toBeTruthy()
  expect(api.sentTo(add)).toEqual([])
})

test('of several tokens the chosen one is sent, and the number without its spaces', async () => {
  const { api, onAdded, user, eimm, press } = await show(two)
  await user.selectOptions(screen.getByRole('combobox'), 'fghij…')
  await user.type(eimm, ' 4-12 34567')
  await press()
  await expect.poll(() => onAdded.mock.calls.length).toBe(1)
  expect(api.sentTo(add)).toMatchObject([{ body: { eimm: '4-1234567', token_id: 4 } }])
})

test('a refusal by the portal stays in the form until it is changed', async () => {
  const { eimm, press, user } = await show([createToken(3, 'abcde…')], () => {
    throw new Refusal('portal_unknown_point')
  })
  await user.type(eimm, '4-1234567')
  await press()
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((eimm as HTMLInputElement).value).toBe('4-1234567')
  await user.type(eimm, '8')
  expect(document.querySelector('form [role=alert]')).toBeNull()
})

test('of a rejected and an accepted token the accepted one is chosen, and the rejected one cannot be', async () => {
  const { api, eimm, press, user, onAdded } = await show([
    createToken(3, 'wrong…', 'rejected'),
    createToken(4, 'right…'),
  ])
  const rejected = screen.getByRole<HTMLOptionElement>('option', { name: 'wrong… – Rejected by the portal' })
  expect(rejected.disabled).toBe(true)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('4')
  await user.type(eimm, '4-1234567')
  await press()
  await expect.poll(() => onAdded.mock.calls.length).toBe(1)
  expect(api.sentTo(add)).toMatchObject([{ body: { token_id: 4 } }])
})

test('a token refused by the portal is reported at its own field, and the input stays', async () => {
  const { eimm, press, user } = await show([createToken(3, 'abcde…')], () => {
    throw new Refusal('portal_token_rejected')
  })
  await user.type(eimm, '4-1234567')
  await press()
  const field = screen.getByRole('combobox')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const message = document.getElementById(field.getAttribute('aria-describedby')!)
  expect(message?.textContent).toContain('The portal rejects the token')
  expect((eimm as HTMLInputElement).value).toBe('4-1234567')
})
