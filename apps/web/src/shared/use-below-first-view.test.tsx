import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const idle: (() => void)[] = []
beforeEach(() => {
  vi.resetModules()
  idle.length = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderPage() {
  const { useBelowFirstView } = await import('./use-below-first-view.ts')
  return function Page() {
    return <main>first{useBelowFirstView() && <p>rest</p>}</main>
  }
}

test('the rest of the first page waits until the browser has nothing else to do', async () => {
  const Page = await renderPage()
  render(<Page />)
  expect(screen.queryByText('rest')).toBeNull()
  await act(async () => {
    for (const run of idle.splice(0)) run()
  })
  expect(screen.getByText('rest')).toBeTruthy()
})

test('a later page is whole at once, so that going back finds its place', async () => {
  const Page = await renderPage()
  const first = render(<Page />)
  await act(async () => {
    for (const run of idle.splice(0)) run()
  })
  first.unmount()
  render(<Page />)
  expect(screen.getByText('rest')).toBeTruthy()
})

test('a page left before that asks for nothing', async () => {
  const cancelled = vi.fn()
  vi.stubGlobal('cancelIdleCallback', cancelled)
  const Page = await renderPage()
  render(<Page />).unmount()
  expect(cancelled).toHaveBeenCalledOnce()
})

test('paper has all of it, however early it is printed', async () => {
  const Page = await renderPage()
  const { setPrinting } = await import('../lib/printing.ts')
  render(<Page />)
  act(() => setPrinting(true))
  expect(screen.getByText('rest')).toBeTruthy()
  act(() => setPrinting(false))
})
