import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PortalToken } from '../../../shared/portal/portal-query.ts'
import { fakeApi, Refusal } from '../../../testing/fake-api.ts'
import { createPortalDevice } from '../../../testing/portal-device.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { TokenManager } from './token-manager.tsx'

const token = {
  id: 3,
  token: 'abcde…',
  created_at: 0,
  checked_at: 1,
  state: 'accepted' as PortalToken['state'],
  reason: null as string | null,
  devices: 2,
}
const other = { token: 'zzzzz…', token_id: 4 }
const devices = [
  createPortalDevice(),
  createPortalDevice({ id: 2, eimm: '4-0000002', credentials: [{ token: 'abcde…', token_id: 3 }, other] }),
  createPortalDevice({ id: 5, eimm: '4-0000005', credentials: [other] }),
]
const remove = 'DELETE /auth/user/external-credential/:credentialId'
const add = 'POST /auth/user/external-credential'

test('a token is deleted after a question that names what is deleted with it and what stays', async () => {
  let credentials = [token]
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials }),
    [remove]: () => {
      credentials = []
      return { removed_device_ids: [1] }
    },
  })
  const { user } = await renderPage(<TokenManager devices={devices} />)
  await user.click(await screen.findByRole('button', { name: 'Delete token abcde…' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toMatch(/deleted with it, together with their readings: [^.]*4-0000001\./)
  expect(dialog.textContent).toMatch(/access to them: [^.]*4-0000002\./)
  expect(dialog.textContent).not.toContain('4-0000005')
  await user.click(within(dialog).getByRole('button', { name: 'Delete token' }))
  await expect.poll(() => screen.queryByText('abcde…')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(remove)).toMatchObject([{ params: { credentialId: '3' } }])
})

test('cancelling deletes nothing, and a refusal is shown', async () => {
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials: [token] }),
    [remove]: () => {
      throw new Refusal('not_found')
    },
  })
  const { user } = await renderPage(<TokenManager devices={devices} />)
  const ask = async (answer: string) => {
    await user.click(await screen.findByRole('button', { name: 'Delete token abcde…' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: answer }))
  }
  await ask('Cancel')
  expect(api.sentTo(remove)).toEqual([])
  await ask('Delete token')
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('a token is added without surrounding spaces, and nothing is sent while the field is empty', async () => {
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials: [token] }),
    [add]: () => ({ credential: token }),
  })
  const { user } = await renderPage(<TokenManager devices={[]} />)
  const field = screen.getByLabelText('Token') as HTMLInputElement
  await user.click(screen.getByRole('button', { name: 'Add token' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(add)).toEqual([])
  await user.type(field, '  secret-token ')
  await user.click(screen.getByRole('button', { name: 'Add token' }))
  await expect.poll(() => field.value).toBe('')
  expect(api.sentTo(add)).toMatchObject([{ body: { token: 'secret-token' } }])
})

test('the field is locked while its token is sent, and is empty then', async () => {
  const answer = Promise.withResolvers<void>()
  fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials: [] }),
    [add]: async () => {
      await answer.promise
      return { credential: token }
    },
  })
  const { user } = await renderPage(<TokenManager devices={[]} />)
  const field = await screen.findByLabelText<HTMLInputElement>('Token')
  await user.type(field, 'first')
  await user.click(screen.getByRole('button', { name: 'Add token' }))
  await user.type(field, 'second')
  expect(field.value).toBe('first')
  answer.resolve()
  await expect.poll(() => field.value).toBe('')
  await user.type(field, 'second')
  expect(field.value).toBe('second')
})

const replace = 'PUT /auth/user/external-credential/:credentialId'
const refusals = [
  ['rejected', 'The portal rejected this token', '401 Neveljaven žeton'],
  ['doubtful', 'The portal answered with an error', 'NAPAKA Napaka'],
] as const

test.each(refusals)(
  'a %s token comes back to its field, and the next one replaces it',
  async (state, text, reason) => {
    let credentials: PortalToken[] = []
    const api = fakeApi({
      'GET /auth/user/external-credentials': () => ({ credentials }),
      [add]: () => {
        credentials = [{ ...token, state, reason, devices: 0 }]
        return { credential: credentials[0]! }
      },
      [replace]: () => {
        credentials = [{ ...token, devices: 0 }]
        return { credential: credentials[0]! }
      },
    })
    const { user } = await renderPage(<TokenManager devices={[]} />)
    const field = await screen.findByLabelText<HTMLInputElement>('Token')
    const press = () => user.click(screen.getByRole('button', { name: 'Add token' }))
    await user.type(field, 'wrong')
    await press()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const message = document.getElementById(field.getAttribute('aria-describedby')!)!
    expect(message.textContent).toContain(text)
    expect(message.textContent).toContain(`The portal says: “${reason}”.`)
    expect(field.value).toBe('wrong')
    await user.clear(field)
    await user.type(field, 'right')
    await press()
    await expect.poll(() => field.value).toBe('')
    expect(field.getAttribute('aria-invalid')).toBeNull()
    expect(api.sentTo(add)).toHaveLength(1)
    expect(api.sentTo(replace)).toMatchObject([{ params: { credentialId: '3' }, body: { token: 'right' } }])
  },
)

test('a rejected token of the list is replaced in a separate window', async () => {
  let credentials: PortalToken[] = [{ ...token, state: 'rejected', reason: '401 Neveljaven žeton' }]
  const api = fakeApi({
    'GET /auth/user/external-credentials': () => ({ credentials }),
    [replace]: () => {
      credentials = [token]
      return { credential: token }
    },
  })
  const { user } = await renderPage(<TokenManager devices={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Replace token abcde…' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Token'), 'right')
  await user.click(dialog.getByRole('button', { name: 'Replace' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(replace)).toMatchObject([{ params: { credentialId: '3' } }])
  expect(screen.getByText('Accepted by the portal')).toBeTruthy()
})
