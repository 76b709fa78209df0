import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { HoursModal } from './hours-modal.tsx'
import { PlanEditorPage } from './plan-editor-page.tsx'

test('entered hours end after they begin, at 24:00 at the latest', async () => {
  const plan = createTimePlan()
  const area = { type: 'PRICING_ENERGY' as const, seasonId: 1 }
  const onPaint = vi.fn()
  const { user } = await renderPage(
    <HoursModal {...{ plan, area, onPaint }} blocks={plan.blocks} brush={1} onClose={() => undefined} />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const select = (name: string, value: string) =>
    user.selectOptions(dialog.getByRole('combobox', { name }), value)
  const apply = () => user.click(dialog.getByRole('button', { name: 'Apply' }))
  await select('From', '22:00')
  await select('To', '22:00')
  await apply()
  await dialog.findByText('The end must be later than the beginning.')
  expect(onPaint).not.toHaveBeenCalled()
  await select('To', '24:00')
  await apply()
  expect(onPaint).toHaveBeenCalledWith({ ...area, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 88, to: 96 }, 1)
})

test('only blocks that are not in use are deleted, and of a plan in use every season but the last', async () => {
  const { blocks } = createTimePlan()
  const winter = { id: 2, title: 'Winter', validFrom: '2025-11-01', repeatsYearly: true }
  const [allYear] = createTimePlan().seasons
  let timePlan = createTimePlan({
    isInUse: true,
    blocks: [blocks[0]!, { ...blocks[1]!, isInUse: false }],
    seasons: [allYear!, winter],
  })
  fakeApi({
    'GET /public-holidays': () => ({ days: [] }),
    'GET /timeplans/:timePlanId/structure': () => ({ timePlan }),
    'DELETE /timeplans/:timePlanId/seasons/:seasonId': () => {
      timePlan = { ...timePlan, version: timePlan.version + 1, seasons: [allYear!] }
      return { version: timePlan.version }
    },
  })
  const { user } = await renderPage(<PlanEditorPage />, {
    at: '/time-of-use/4',
    pattern: '/time-of-use/$timePlanId',
    person: createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] }),
  })
  await screen.findByRole('button', { name: 'Delete block Night' })
  expect(screen.queryByRole('button', { name: 'Delete block Day' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete season Winter' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => screen.queryByRole('button', { name: /^Delete season/ })).toBeNull()
})
