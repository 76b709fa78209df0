import { screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { createPortalDevice } from '../../testing/portal-device.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { getToasts, subscribeToToasts } from '../../ui/toast-store.ts'
import { useCalculation } from './use-calculation.ts'

const failed = 'The calculation could not be fetched. Please try again later.'
/** Every message so far, by its number, including closed ones. */
const told = new Map<number, string>()
beforeEach(() => {
  told.clear()
  onTestFinished(
    subscribeToToasts(() => {
      for (const { id, message } of getToasts()) told.set(id, message)
    }),
  )
})

function Process() {
  const { calculated, error, isFetching, process } = useCalculation()
  return (
    <button type="button" disabled={isFetching} onClick={process}>
      {error ? 'failed' : calculated ? 'calculated' : 'nothing yet'}
    </button>
  )
}

test('each failure of a calculation is reported once, and none if it succeeded after all', async () => {
  let isBroken = true
  fakeApi({
    'GET /abstract-devices-all': () => ({ devices: [createPortalDevice()] }) as never,
    'POST /pricing/abstract-devices/:deviceId/calculations': () => {
      if (isBroken) throw new Refusal('invalid_request')
      return {} as never
    },
  })
  const { user } = await renderPage(<Process />, {
    at: '/?vt=0.1&mt=0.1',
    pattern: '/',
    person: createPerson(),
  })
  const press = async (outcome: string) => {
    await user.click(await screen.findByRole('button', { name: 'failed' }))
    await screen.findByRole('button', { name: outcome })
  }
  await screen.findByRole('button', { name: 'failed' })
  await expect.poll(() => [...told.values()]).toEqual([failed])
  await press('failed')
  await expect.poll(() => [...told.values()]).toEqual([failed, failed])
  isBroken = false
  await press('calculated')
  expect([...told.values()]).toEqual([failed, failed])
})
