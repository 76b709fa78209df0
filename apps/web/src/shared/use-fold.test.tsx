import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useFold } from './use-fold.ts'

const device = vi.hoisted(() => ({ isMobile: true }))
vi.mock('./use-mobile.ts', () => ({ useMobile: () => device.isMobile }))
beforeEach(() => {
  device.isMobile = true
  window.location.hash = ''
})

function Part() {
  return (
    <Panel heading="By hour" lead="Hours of the day" fold={useFold({ isOpen: false, anchor: 'hours' })}>
      <p>a picture</p>
    </Panel>
  )
}
const isShown = () => screen.queryByText('a picture') !== null

test('on a phone a part is folded until its heading is pressed, and again after that', async () => {
  const { user } = await renderPage(<Part />)
  const heading = screen.getByRole('button', { name: 'By hour' })
  expect([isShown(), screen.queryByText('Hours of the day')]).toEqual([false, null])
  expect(heading.getAttribute('aria-expanded')).toBe('false')
  await user.click(heading)
  expect([isShown(), heading.getAttribute('aria-expanded')]).toEqual([true, 'true'])
  await user.click(heading)
  expect(isShown()).toBe(false)
})

test('a link to it opens it, and paper has all of it', async () => {
  await renderPage(<Part />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(isShown()).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(isShown()).toBe(false)
  act(() => {
    window.location.hash = 'hours'
    window.dispatchEvent(new Event('hashchange'))
  })
  expect(isShown()).toBe(true)
})

test('where there is room it stands open under a plain heading', async () => {
  device.isMobile = false
  await renderPage(<Part />)
  expect(isShown()).toBe(true)
  expect(screen.queryByRole('button')).toBeNull()
})
