import { required } from '@ohmstead/domain/forms/form-rules'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from './use-form.ts'

function NameForm({ send }: { send: (values: { first: string; last: string }) => Promise<void> }) {
  const form = useForm({
    initial: { first: '', last: '' },
    rules: { first: [required], last: [required, { rule: 'max', length: 5 }] },
    labels: { first: 'First name', last: 'Last name' },
    send,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      {form.failure && <p role="alert">{form.failure}</p>}
      <TextField {...form.text('first')} />
      <TextField {...form.text('last')} />
      <button type="submit" disabled={form.isBusy}>
        Save
      </button>
    </form>
  )
}

async function show(send: (values: { first: string; last: string }) => Promise<void>) {
  const { user } = await renderPage(<NameForm send={send} />)
  const field = (name: string) => screen.getByLabelText(name)
  const isMarked = (name: string) => field(name).getAttribute('aria-invalid') === 'true'
  return { user, field, isMarked, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

test('nothing is marked or sent before the first attempt; then the first wrong field has the focus', async () => {
  const send = vi.fn(async () => {})
  const { user, field, isMarked, save } = await show(send)
  await user.type(field('Last name'), 'Novakovič')
  expect(isMarked('Last name')).toBe(false)
  await save()
  expect(send).not.toHaveBeenCalled()
  expect([isMarked('First name'), isMarked('Last name')]).toEqual([true, true])
  expect(document.activeElement).toBe(field('First name'))
  await user.type(field('First name'), 'Ana')
  expect(isMarked('First name')).toBe(false)
})

test('valid values are sent, once', async () => {
  const send = vi.fn(async () => {})
  const { user, field, save } = await show(send)
  await user.type(field('First name'), 'Ana')
  await user.type(field('Last name'), 'Novak')
  await save()
  expect(send.mock.calls).toEqual([[{ first: 'Ana', last: 'Novak' }]])
})

test('a field refused only by the server is marked until it changes', async () => {
  const { user, field, isMarked, save } = await show(async () => {
    throw new ApiError('invalid_request', { fields: { last: 'regex' } })
  })
  await user.type(field('First name'), 'Ana')
  await user.type(field('Last name'), 'N0vak')
  await save()
  await expect.poll(() => isMarked('Last name')).toBe(true)
  expect(isMarked('First name')).toBe(false)
  expect(document.activeElement).toBe(field('Last name'))
  await user.type(field('Last name'), '{Backspace}')
  expect(isMarked('Last name')).toBe(false)
})

test('a failure caused by one field is shown there, with its own text, and nowhere else', async () => {
  const { user, field, isMarked, save } = await show(async () => {
    throw new ApiError('current_password_wrong', { fields: { last: 'is_not' } })
  })
  await user.type(field('First name'), 'Ana')
  await user.type(field('Last name'), 'Novak')
  await save()
  await screen.findByText('The current password is incorrect.')
  expect(isMarked('Last name')).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(field('Last name'), '{Backspace}')
  expect(screen.queryByText('The current password is incorrect.')).toBeNull()
})

test('a failure whose field is not in the form is shown above it', async () => {
  const { user, field, save } = await show(async () => {
    throw new ApiError('current_password_wrong', { fields: { password: 'is_not' } })
  })
  await user.type(field('First name'), 'Ana')
  await user.type(field('Last name'), 'Novak')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is incorrect.')
})

test('a failure is shown, and the form can be sent again', async () => {
  let tries = 0
  const { user, field, save } = await show(async () => {
    tries += 1
    if (tries === 1) throw new ApiError('offline')
  })
  await user.type(field('First name'), 'Ana')
  await user.type(field('Last name'), 'Novak')
  await save()
  expect(await screen.findByRole('alert')).toBeTruthy()
  await save()
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(tries).toBe(2)
})
