import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Menu } from './menu.tsx'

const rename = vi.fn()
const german = vi.fn()
const hide = vi.spyOn(HTMLElement.prototype, 'hidePopover')

beforeEach(() => {
  vi.clearAllMocks()
})

async function show() {
  const shown = await renderPage(
    <Menu
      label="Actions"
      trigger="…"
      triggerClassName=""
      sections={[
        {
          key: 'all',
          items: [
            { key: 'rename', label: 'Rename', onSelect: rename },
            { key: 'move', label: 'Move', onSelect: () => {} },
            { key: 'print', label: 'Print', isDisabled: true, onSelect: rename },
          ],
        },
        {
          key: 'language',
          heading: 'Language',
          isFolded: true,
          items: [
            { key: 'en', label: 'English', isChecked: true, onSelect: () => {} },
            { key: 'de', label: 'Deutsch', isChecked: false, onSelect: german },
          ],
        },
      ]}
    />,
  )
  const open = () => fireEvent(screen.getByRole('menu'), toggle('open'))
  return { ...shown, open }
}

/** The browser's event when its top layer shows or hides an element; the simulated one has none. */
function toggle(newState: 'open' | 'closed') {
  return Object.assign(new Event('toggle'), { newState })
}
const focused = () => document.activeElement?.textContent

test('opening it focuses the first line, and the arrows wrap around', async () => {
  const { user, open } = await show()
  open()
  expect(focused()).toBe('Rename')
  expect(screen.getByRole('button', { name: 'Actions' }).getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Move')
  await user.keyboard('{Home}{ArrowUp}')
  expect(focused()).toContain('Language')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Rename')
})

test('the arrows skip a disabled line', async () => {
  const { user, open } = await show()
  open()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toContain('Language')
})

test('a letter moves to the next line that begins with it, around the end', async () => {
  const { user, open } = await show()
  open()
  await user.keyboard('m')
  expect(focused()).toBe('Move')
  await user.keyboard('R')
  expect(focused()).toBe('Rename')
  await user.keyboard('pz')
  expect(focused()).toBe('Rename')
})

test('a line is chosen by the keyboard, which closes the menu', async () => {
  const { user, open } = await show()
  open()
  await user.keyboard('{Enter}')
  expect(rename).toHaveBeenCalledTimes(1)
  expect(hide).toHaveBeenCalled()
})

test('a disabled line does nothing', async () => {
  const { user, open } = await show()
  open()
  await user.click(screen.getByRole('menuitem', { name: 'Print' }))
  expect(rename).not.toHaveBeenCalled()
})

test('the right arrow unfolds a list, the left one leads back', async () => {
  const { user, open } = await show()
  open()
  expect(screen.queryByRole('menuitemradio')).toBeNull()
  await user.keyboard('{End}{ArrowRight}')
  expect(screen.getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
  await user.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
  expect(german).toHaveBeenCalledTimes(1)
  screen.getByRole('menuitemradio', { name: 'Deutsch' }).focus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toBeTruthy()
  expect(screen.queryByRole('menuitemradio')).toBeNull()
})

test('Tab closes it', async () => {
  const { user, open } = await show()
  open()
  await user.keyboard('{Tab}')
  expect(hide).toHaveBeenCalled()
})
