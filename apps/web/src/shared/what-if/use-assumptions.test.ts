import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useAssumptions } from './use-assumptions.ts'

const defaults = { sizeKwh: 5, price: 900, years: 15 }

type Drawn = ReturnType<typeof useAssumptions<typeof defaults>>

function Form({ deviceId, tell }: { deviceId: number; tell: (drawn: Drawn) => void }) {
  tell(useAssumptions('battery', deviceId, defaults))
  return null
}

/** What one render of the form got. */
function draw(deviceId: number): Drawn {
  let drawn!: Drawn
  const tell = (next: Drawn) => {
    drawn = next
  }
  renderToStaticMarkup(createElement(Form, { deviceId, tell }))
  return drawn
}

describe('useAssumptions', () => {
  it('keeps both of two changes made before the form renders again', () => {
    const drawn = draw(1)
    drawn.change({ sizeKwh: 10 })
    drawn.change({ price: 700 })
    expect(draw(1).values).toEqual({ sizeKwh: 10, price: 700, years: 15 })
  })

  it('resets the changes of one point only', () => {
    draw(2).change({ years: 10 })
    draw(3).change({ years: 12 })
    draw(2).reset()
    expect(draw(2)).toMatchObject({ values: defaults, isChanged: false })
    expect(draw(3)).toMatchObject({ values: { ...defaults, years: 12 }, isChanged: true })
  })
})
