import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { Pager } from './pager.tsx'

async function show(page: number, total: number) {
  const onPage = vi.fn()
  const { user } = await renderPage(<Pager page={page} total={total} pageSize={50} onPage={onPage} />)
  return { user, onPage }
}
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement

test('it moves one page forward and one back', async () => {
  const { user, onPage } = await show(2, 101)
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  await user.click(button('Next'))
  await user.click(button('Previous'))
  expect(onPage.mock.calls).toEqual([[3], [1]])
})

test('it ends at the first and at the last page', async () => {
  await show(1, 100)
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([true, false])
})

test('a full last page is the last', async () => {
  await show(2, 100)
  expect([button('Previous').disabled, button('Next').disabled]).toEqual([false, true])
})

test('one page has no pager', async () => {
  await show(1, 50)
  expect(screen.queryByRole('navigation')).toBeNull()
})
