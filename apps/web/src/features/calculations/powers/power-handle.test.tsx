import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { PowerHandle } from './power-handle.tsx'
import { toY } from './power-scale.ts'

const limits = { minimumPowerKw: 3, connectionPowerKw: 17 }

async function show() {
  const onMove = vi.fn()
  const { user } = await renderPage(
    <svg>
      <title>Powers</title>
      <PowerHandle block={2} kw={6} limits={limits} columnWidth={80} scaleTop={20} onMove={onMove} />
    </svg>,
  )
  const handle = screen.getByRole('slider')
  handle.setPointerCapture = () => {}
  /** A pointer event at a height on the page; the picture begins 100 px below its top. */
  const point = (type: string, kw: number, offset = 0, button = 0) => {
    const event = new MouseEvent(type, { bubbles: true, button })
    Object.defineProperty(event, 'pageY', { value: 100 + toY(kw, 20) + offset })
    fireEvent(handle, event)
  }
  return { user, onMove, handle, point }
}

test('a step follows the pointer by the same distance, wherever on the handle it was grabbed', async () => {
  const { onMove, point } = await show()
  point('pointermove', 9)
  expect(onMove).not.toHaveBeenCalled()
  point('pointerdown', 6, 7)
  point('pointermove', 8, 7)
  expect(onMove).toHaveBeenLastCalledWith(2, expect.closeTo(8, 6))
  point('pointermove', -2, 7)
  expect(onMove).toHaveBeenLastCalledWith(2, 0)
  point('pointerup', 8, 7)
  onMove.mockClear()
  point('pointermove', 9)
  expect(onMove).not.toHaveBeenCalled()
})

test('only the main button grabs it', async () => {
  const { onMove, point } = await show()
  point('pointerdown', 6, 0, 2)
  point('pointermove', 8)
  expect(onMove).not.toHaveBeenCalled()
})

test('keys move it by 0.1 or 1 kW, and to the permitted limits', async () => {
  const { user, onMove, handle } = await show()
  handle.focus()
  await user.keyboard('{ArrowUp}{ArrowLeft}{PageUp}{PageDown}{Home}{End}x')
  expect(onMove.mock.calls.map(([, kw]) => Math.round(kw * 10) / 10)).toEqual([6.1, 5.9, 7, 5, 3, 17])
})
