import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setThemeChoice } from '../shared/theme-choice.ts'
import { createSite } from '../testing/create-site.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { createLocation } from '../testing/location.ts'
import { createPerson } from '../testing/person.ts'
import { renderPage } from '../testing/render-page.tsx'
import { preparePrinting } from './prepare-printing.ts'
import { PrintHead } from './print-head.tsx'

test('a page is prepared for printing while the browser waits, and restored afterwards', async () => {
  fakeApi({
    'GET /site/info': () => createSite(),
    'GET /locations/:locationId': () => ({
      location: createLocation(),
    }),
  })
  setThemeChoice('dark-blue')
  preparePrinting()
  await renderPage(
    <>
      <PrintHead />
      <h1>Charts</h1>
    </>,
    { at: '/locations/7', pattern: '/locations/$locationId', person: createPerson() },
  )
  const root = document.documentElement
  expect(screen.queryByText(/^Printed /)).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/^Printed .* · Ana Novak$/)).toBeTruthy()
  expect(root.hasAttribute('data-printing')).toBe(true)
  expect(root.dataset.theme).toBe('white')
  expect(await screen.findByText(/Home$/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/^Printed /)).toBeNull()
  expect(root.hasAttribute('data-printing')).toBe(false)
  expect(root.dataset.theme).toBe('dark-blue')
  // The theme on paper is not a choice of the person.
  expect(localStorage.getItem('ohmstead.theme')).toBe('dark-blue')
})

test('a table that is wider than the sheet is made smaller for paper, and is itself again afterwards', async () => {
  preparePrinting()
  await renderPage(
    <main>
      <table data-testid="wide" />
      <table data-testid="narrow" />
    </main>,
  )
  const [wide, narrow] = [screen.getByTestId('wide'), screen.getByTestId('narrow')]
  Object.defineProperty(wide.parentElement, 'clientWidth', { value: 500 })
  Object.defineProperty(wide, 'scrollWidth', { value: 1000 })
  Object.defineProperty(narrow, 'scrollWidth', { value: 400 })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect([wide.style.zoom, narrow.style.zoom]).toEqual(['0.5', ''])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect([wide.style.zoom, narrow.style.zoom]).toEqual(['', ''])
})

test('of a page with an open window only the window is printed, with the head of the print', async () => {
  preparePrinting()
  await renderPage(
    <>
      <header data-testid="head">
        <div data-print-head />
      </header>
      <main data-testid="page">
        <p data-testid="behind">Behind</p>
        <section data-testid="around">
          <dialog open data-testid="window">
            <p data-testid="within">Within</p>
          </dialog>
        </section>
      </main>
    </>,
  )
  const root = document.documentElement
  const kept = () =>
    ['head', 'page', 'behind', 'around', 'window', 'within'].filter((id) =>
      screen.getByTestId(id).hasAttribute('data-kept'),
    )
  expect(kept()).toEqual([])
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  // What is within a window is kept by its rule.
  expect(kept()).toEqual(['head', 'page', 'around', 'window'])
  expect(root.hasAttribute('data-printing-window')).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(kept()).toEqual([])
  expect(root.hasAttribute('data-printing-window')).toBe(false)
})
