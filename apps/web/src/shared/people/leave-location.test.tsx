import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { getNavigationContext, setNavigationContext } from '../navigation/navigation-context.ts'
import { paths } from '../paths.ts'
import { LeaveLocation } from './leave-location.tsx'

const call = 'POST /locations/:locationId/leave'

async function show(at = '/') {
  const shown = await renderPage(<LeaveLocation locationId={7} name="Mill" />, {
    at,
    pattern: at === '/' ? '/' : '/locations/$locationId',
    person: createPerson(),
  })
  const ask = async (answer: string) => {
    await shown.user.click(screen.getByRole('button', { name: 'Leave Mill' }))
    await shown.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  return { ...shown, ask }
}
const answers = {
  [call]: () => undefined,
  'GET /auth/user': () => ({ user: createPerson({ locations: [] }) }),
}

test('a location is left after a second question', async () => {
  const api = fakeApi(answers)
  const { ask, path } = await show()
  await ask('Cancel')
  expect(api.sent).toEqual([])
  await ask('Leave')
  expect(await screen.findByText('You have left Mill.')).toBeTruthy()
  expect(path()).toBe('/')
  expect(api.sentTo(call)).toMatchObject([{ params: { locationId: '7' }, body: { confirmed: true } }])
  expect(api.sentTo('GET /auth/user')).toHaveLength(1)
})

test('leaving the current location leads away from it, and no way leads back', async () => {
  fakeApi(answers)
  const returnPath = '/locations/7/charts'
  setNavigationContext({ name: 'Mill', path: returnPath, title: '', returnPath })
  const { ask, path } = await show('/locations/7')
  await ask('Leave')
  await expect.poll(path).toBe(paths.userPrivacy)
  await expect.poll(getNavigationContext).toBeNull()
})

test('a refusal is shown, and access stays', async () => {
  fakeApi({
    [call]: () => {
      throw new Refusal('owner_stays')
    },
  })
  const { ask } = await show()
  await ask('Leave')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Leave Mill' })).toBeTruthy()
})
