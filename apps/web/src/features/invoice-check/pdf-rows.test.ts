import { expect, test } from 'vitest'
import { joinRows } from './pdf-rows.ts'

const piece = (str: string, x: number, y: number, width = str.length * 5, height = 10) => ({
  str,
  x,
  y,
  width,
  height,
})

test('pieces at one height are a row, whatever their order in the file', () => {
  expect(
    joinRows([piece('14,80', 300, 700.2), piece('Trošarina', 40, 650), piece('Energija VT', 40, 700)]),
  ).toEqual(['Energija VT  14,80', 'Trošarina'])
})

test('pieces that touch are one word, a small gap is a blank, a wide one ends a column', () => {
  expect(
    joinRows([
      piece('Mer', 0, 10, 15),
      piece('ilno', 15, 10, 20),
      piece('mesto', 38, 10, 25),
      piece('3-1', 90, 10),
    ]),
  ).toEqual(['Merilno mesto  3-1'])
})

test('empty pieces are nothing', () => {
  expect(joinRows([piece(' ', 0, 10), piece('', 5, 10)])).toEqual([])
})
