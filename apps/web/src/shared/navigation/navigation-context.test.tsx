import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readStored } from '../../lib/local-store.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { forgetLocation, setNavigationContext, useNavigationContext } from './navigation-context.ts'

afterEach(() => setNavigationContext(null))

function Back() {
  return <p>{`back to ${useNavigationContext()?.returnPath ?? 'nothing'}`}</p>
}

async function showWayBack(returnPath: string) {
  setNavigationContext({ name: 'Home', path: '/', title: '', returnPath })
  await renderPage(<Back />)
}

test.each(['/locations/7', '/locations/7/charts', '/location-groups/4/locations/7'])(
  'the way back to %s ends on every page once location 7 is forgotten, and is not stored',
  async (returnPath) => {
    await showWayBack(returnPath)
    expect(screen.getByText(`back to ${returnPath}`)).toBeTruthy()
    act(() => forgetLocation(7))
    expect(screen.getByText('back to nothing')).toBeTruthy()
    expect(readStored('navigationContext')).toBeNull()
  },
)

test.each(['/locations/71', '/locations/17/charts', '/location-groups/7'])(
  'the way back to %s is not that to location 7',
  async (returnPath) => {
    await showWayBack(returnPath)
    act(() => forgetLocation(7))
    expect(screen.getByText(`back to ${returnPath}`)).toBeTruthy()
  },
)
