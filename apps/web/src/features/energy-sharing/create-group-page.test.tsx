import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup, createSharingMember } from '../../testing/sharing-group.ts'
import { CreateSharingGroupPage } from './create-group-page.tsx'

const create = 'POST /sharing-groups'
const add = 'POST /sharing-groups/:sharingGroupId/members'
const setKey = 'PUT /sharing-groups/:sharingGroupId/key'

async function show() {
  const empty = createSharingGroup({ members: [], keys: [], keyKind: null })
  const api = fakeApi({
    'GET /menu': () => ({
      structure: [7, 8].map((id) => createNode('location', id, `Home ${id}`, `/locations/${id}`)),
      company: null,
    }),
    'GET /abstract-devices-all': () => ({ devices: [] }),
    [create]: () => ({ group: empty }),
    [add]: ({ body }) => ({
      group: { ...empty, members: [createSharingMember({ id: 1, role: body.role })] },
    }),
    [setKey]: () => ({ group: empty }),
  })
  return { api, ...(await renderPage(<CreateSharingGroupPage />, { person: createPerson() })) }
}

test('a group starts with its terms, its first places and its key', async () => {
  const { user, api, path } = await show()
  const next = () => user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sosedje')
  await next()
  await user.click(screen.getByRole('radio', { name: /^GEN-I/ }))
  expect(screen.getByText(/Unofficial source/)).toBeTruthy()
  await next()
  await user.click(screen.getByRole('radio', { name: /^Fixed The same/ }))
  await user.type(screen.getByRole('textbox', { name: /^Price between members/ }), '0,085')
  await next()
  // Of the two locations in the menu only one may be edited.
  expect(await screen.findAllByRole('checkbox')).toHaveLength(1)
  await user.click(screen.getByRole('checkbox', { name: 'Home 7' }))
  await next()
  await user.click(screen.getByRole('radio', { name: /^Fixed shares/ }))
  await user.click(screen.getByRole('button', { name: 'Start a group' }))
  await expect.poll(path).toBe('/sharing/3')
  expect(api.sentTo(create)[0]!.body).toMatchObject({
    ...{ name: 'Sosedje', scheme: 'sharing', priceTerms: { kind: 'fixed', perKwh: '0.085' } },
    organiser: {
      name: 'GEN-I',
      senderFeePerMonth: '4.99',
      receiverFeePerMonth: '0.99',
      ownCustomersOnly: true,
    },
  })
  expect(api.sentTo(add)[0]!.body.subject).toEqual({ kind: 'location', locationId: 7 })
  expect(api.sentTo(setKey)[0]!.body.key).toEqual({
    ...{ kind: 'static', shares: [{ memberId: 1, share: '1' }] },
  })
})

test('a step with something wrong in it is not left, and says what', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: /^1?Scheme/ }).getAttribute('aria-current')).toBe('step')
})

test('community self-supply has its own terms: no organiser of energy sharing, and a connection case', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('radio', { name: /^Community self-supply/ }))
  expect(screen.getByRole('combobox', { name: 'Connection case (1–10)' })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Zadruga')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.queryByRole('radio', { name: /^Petrol/ })).toBeNull()
  expect(screen.getByRole('textbox', { name: /^Monthly fee to give/ })).toBeTruthy()
})
