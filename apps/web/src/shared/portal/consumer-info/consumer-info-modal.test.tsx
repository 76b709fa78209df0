import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { PortalDevice } from '../portal-query.ts'
import { ConsumerInfoModal } from './consumer-info-modal.tsx'

type Info = NonNullable<PortalDevice['consumerInfo']>
const save = 'PUT /abstract-devices/:deviceId/consumer-info'
/** The portal provides the fuse and the kind of consumer, the user the group; the rest is open. */
const info: Info = {
  billingPower: null,
  connectionPower: null,
  consumerType: 'RESIDENTIAL',
  consumptionType: null,
  userGroup: 1,
  userGroupText: null,
  currentLimit: 25,
  isThreePhase: null,
  powerLimits: [],
  productionPower: null,
  hash: '',
  tariffsCount: 2,
  voltageClassification: null,
  yearlyWorkHours: null,
  netMetering: null,
  manual: ['userGroup'],
  assumed: [],
}

async function show() {
  const device = createPortalDevice({ consumerInfo: info })
  const api = fakeApi({
    [save]: () => ({ device }),
    'GET /auth/user/external-credentials': () => ({ credentials: [] }),
    'GET /abstract-devices-all': () => ({ devices: [device] }),
  })
  const onClose = vi.fn()
  const { user } = await renderPage(<ConsumerInfoModal device={device} onClose={onClose} />)
  const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement | HTMLSelectElement
  const press = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return { api, onClose, user, field, press }
}

test("the portal's values are fixed; open ones, and those entered by the user, can be changed", async () => {
  const { field } = await show()
  expect([field('Consumer'), field('Main fuse [A]'), field('Tariffs')].every((one) => one.disabled)).toBe(
    true,
  )
  expect(field('Main fuse [A]').value).toBe('25')
  expect(field('User group').disabled).toBe(false)
  expect(field('User group').value).toBe('1')
  expect(field('Connection').value).toBe('')
})

test('only changes are sent, and shown as chosen until then', async () => {
  const { api, onClose, user, field, press } = await show()
  await user.selectOptions(field('User group'), '2')
  await user.selectOptions(field('Connection'), 'Three-phase')
  await user.type(field('Connection power [kW]'), '17,5')
  expect([field('User group').value, field('Connection').value]).toEqual(['2', 'true'])
  await press()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(api.sentTo(save)).toMatchObject([{ params: { deviceId: '1' } }])
  expect(api.sentTo(save)[0]!.body).toEqual({ userGroup: 2, isThreePhase: true, connectionPower: 17.5 })
})

test("the user's own value can be cleared", async () => {
  const { api, user, field, press } = await show()
  await user.selectOptions(field('User group'), 'Unknown')
  expect(field('User group').value).toBe('')
  await press()
  await expect.poll(() => api.sentTo(save).map(({ body }) => body)).toEqual([{ userGroup: null }])
})

test('an invalid number is reported and not sent', async () => {
  const { api, user, field, press } = await show()
  await user.type(field('Own production [kW]'), 'ten')
  await press()
  expect(field('Own production [kW]').getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(save)).toEqual([])
})
