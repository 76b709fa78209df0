import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { PersonChoice } from './person-choice.tsx'

const people = [
  { id: 1, first_name: 'Ana', last_name: 'Novak', email: 'ana@test.si' },
  { id: 2, first_name: 'Ana', last_name: 'Novak', email: 'novak@test.si' },
]

const chosen = vi.fn()

function Choice() {
  const [value, setValue] = useState<number | null>(null)
  return (
    <PersonChoice
      legend="Owner"
      none="Nobody"
      people={people}
      value={value}
      onChange={(userId, person) => {
        setValue(userId)
        chosen(userId, person)
      }}
    />
  )
}

test('the address distinguishes two people of the same name, and the choice can be cleared', async () => {
  const { user } = await renderPage(<Choice />)
  const ticked = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)
  expect(ticked()).toEqual([true, false, false])
  await user.click(screen.getByRole('radio', { name: /novak@test\.si/ }))
  expect(chosen).toHaveBeenLastCalledWith(2, people[1])
  expect(ticked()).toEqual([false, false, true])
  await user.click(screen.getByRole('radio', { name: 'Nobody' }))
  expect(chosen).toHaveBeenLastCalledWith(null, null)
  expect(ticked()).toEqual([true, false, false])
})
