import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { themes } from '../ui/themes.ts'
import { ThemeTiles } from './theme-tiles.tsx'

test('every theme shows its own colours, and one press chooses it', async () => {
  const choose = vi.fn()
  const { user } = await renderPage(<ThemeTiles label="Theme" value="white" onChange={choose} />)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-swatch]')].map(
    ({ dataset }) => dataset.theme,
  )
  expect(shown).toEqual([...themes])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Dark blue' }))
  expect(choose.mock.calls).toEqual([['dark-blue']])
})

test('choosing none is offered where it has a meaning', async () => {
  const choose = vi.fn()
  const { user } = await renderPage(
    <ThemeTiles label="Theme" value="white" none="Same as the platform" onChange={choose} />,
  )
  await user.click(screen.getByRole('radio', { name: 'Same as the platform' }))
  expect(choose.mock.calls).toEqual([['']])
})
