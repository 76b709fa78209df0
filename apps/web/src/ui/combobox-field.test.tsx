import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { ComboboxField } from './combobox-field.tsx'

const names = ['Hiša Žagar', 'Kmetija Potočnik', 'Delavnica Hribar']
const many = Array.from({ length: 400 }, (_, at) => ({
  value: String(at),
  label: `${names[at % 3]} ${at}`,
  detail: `4-${1_000_000 + at}`,
}))

async function show(first = '0') {
  const onChange = vi.fn()
  const onSubmit = vi.fn((event: Event) => event.preventDefault())
  function Form() {
    const [value, setValue] = useState(first)
    return (
      <form onSubmit={onSubmit as never}>
        <ComboboxField
          label="Metering point"
          options={many}
          value={value}
          openLabel="Choose"
          countText={(count) => `${count} found`}
          noneText={(text) => `nothing for ${text}`}
          onChange={(next) => {
            setValue(next)
            onChange(next)
          }}
        />
        <button type="submit">Next</button>
      </form>
    )
  }
  const { user } = await renderPage(<Form />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Metering point' })
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { user, field, options, active, onChange, onSubmit }
}

test('shows the name, and the identifier below it', async () => {
  const { field, options } = await show()
  expect(field.value).toBe('Hiša Žagar 0')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('4-1000000')
  expect(options()).toEqual([])
})

test('typing a part of the name or the identifier finds the point among hundreds, without diacritics', async () => {
  const { user, field, options, onChange } = await show()
  await user.click(field)
  expect(options()).toHaveLength(400)
  await user.keyboard('zagar 33')
  expect(options()).toEqual([
    'Hiša Žagar 334-1000033',
    ...[330, 333, 336, 339].map((at) => `Hiša Žagar ${at}4-1000${at}`),
  ])
  await user.clear(field)
  await user.keyboard('1000399')
  expect(options()).toEqual(['Hiša Žagar 3994-1000399'])
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('399')
  expect(field.value).toBe('Hiša Žagar 399')
  expect(options()).toEqual([])
})

test('arrow keys walk from the chosen one, and Enter selects it without sending the form', async () => {
  const { user, field, active, onChange, onSubmit } = await show('5')
  field.focus()
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('4-1000005')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(active()).toContain('4-1000006')
  await user.keyboard('{PageDown}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('14')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Escape and leaving the field keep the chosen one', async () => {
  const { user, field, options, onChange } = await show()
  await user.click(field)
  await user.keyboard('nowhere')
  expect(screen.getByRole('listbox').textContent).toBe('nothing for nowhere')
  await user.keyboard('{Escape}')
  expect(field.value).toBe('Hiša Žagar 0')
  await user.keyboard('x')
  await user.tab()
  expect(options()).toEqual([])
  expect(field.value).toBe('Hiša Žagar 0')
  expect(onChange).not.toHaveBeenCalled()
})

test('the list opens and closes by its button, and a press selects an option', async () => {
  const { user, field, options, onChange } = await show()
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  expect(document.activeElement).toBe(field)
  expect(options()).toHaveLength(400)
  await user.click(screen.getByText('Kmetija Potočnik 7'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('7')
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  expect(options()).toEqual([])
})
