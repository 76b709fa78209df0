import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { DecimalField } from './decimal-field.tsx'

function Form() {
  const [value, setValue] = useState('0.1')
  return (
    <>
      <DecimalField name="price" label="Price" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test('an amount is as it was typed while it is typed, and reads as the language has it afterwards', async () => {
  const { user } = await renderPage(<Form />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' })
  await user.clear(field)
  await user.type(field, '00,50')
  expect(field.value).toBe('00,50')
  expect(screen.getByText('0.50', { selector: 'output' })).toBeTruthy()
  await user.tab()
  expect(field.value).toBe('0.50')
})
