import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { timePlansKey } from '../../shared/pricing/time-plans-query.ts'
import { queryClient } from '../../shared/query-client.ts'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { PlanEditorPage } from './plan-editor-page.tsx'

const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const update = 'PUT /timeplans/:timePlanId/blocks/:blockId'

test.each([
  ['theirs if it was left alone', null, '#123456'],
  ['mine if it was chosen', '#8a5bd1', '#8a5bd1'],
])(
  'a block that somebody else has changed under the open form is not overwritten unseen; its colour is %s',
  async (_, mine, color) => {
    let timePlan = createTimePlan()
    const api = fakeApi({
      'GET /public-holidays': () => ({ days: [] }),
      'GET /timeplans/:timePlanId/structure': () => ({ timePlan }),
      [update]: ({ body }: { body: { version: number } }) => {
        if (body.version !== timePlan.version) throw new Refusal('edited_meanwhile')
        return { version: timePlan.version + 1, block: { ...timePlan.blocks[0]!, ...body, id: 1 } as never }
      },
    })
    const { user } = await renderPage(<PlanEditorPage />, {
      at: '/time-of-use/4',
      pattern: '/time-of-use/$timePlanId',
      person: admin,
    })
    await user.click(await screen.findByRole('button', { name: 'Edit block Day' }))
    const form = within(screen.getByRole('dialog'))
    const title = form.getByLabelText('Title') as HTMLInputElement
    await user.clear(title)
    await user.type(title, 'Daytime')

    if (mine) await user.click(form.getByRole('button', { name: `Colour ${mine}` }))

    // Read again meanwhile, as when the window gets the focus: the form still stands for what it began from.
    const [day, ...others] = timePlan.blocks
    timePlan = {
      ...timePlan,
      version: timePlan.version + 1,
      blocks: [{ ...day!, value: '0.31', color: '#123456' }, ...others],
    }
    await queryClient.invalidateQueries({ queryKey: timePlansKey })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(/Fields that you left alone now show their version\. Save again/)
    const price = form.getByLabelText('Proposed price per kWh') as HTMLInputElement
    await waitFor(() => expect(price.value).toBe('0.31'))
    expect(title.value).toBe('Daytime')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sentTo(update).map(({ body }) => body)).toMatchObject([
      { version: 7, title: 'Daytime' },
      { version: 8, title: 'Daytime', value: '0.31', color },
    ])
  },
)
