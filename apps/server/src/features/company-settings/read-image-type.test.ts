import { describe, expect, test } from 'vitest'
import { isHarmlessSvg } from './check-svg.ts'
import { readImageType } from './read-image-type.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`
const bytes = (text: string) => new TextEncoder().encode(text)
const png = (width: number, height: number) => {
  const data = new Uint8Array(40)
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(data.buffer).setUint32(16, width)
  new DataView(data.buffer).setUint32(20, height)
  return data
}

const jpg = (width: number, height: number) =>
  new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3])
const webp = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number) => {
  const data = new Uint8Array(32)
  data.set(bytes(`RIFF\0\0\0\0WEBP${kind}`))
  const view = new DataView(data.buffer)
  if (kind === 'VP8 ') {
    view.setUint16(26, width, true)
    view.setUint16(28, height, true)
  } else if (kind === 'VP8L') view.setUint32(21, (width - 1) | ((height - 1) << 14), true)
  else {
    view.setUint32(24, width - 1, true)
    view.setUint32(27, height - 1, true)
  }
  return data
}
const ico = (...pictures: Uint8Array[]) => {
  const head = new Uint8Array(6 + 16 * pictures.length)
  const view = new DataView(head.buffer)
  view.setUint16(2, 1, true)
  view.setUint16(4, pictures.length, true)
  let at = head.length
  pictures.forEach((picture, index) => {
    view.setUint32(6 + 16 * index + 12, at, true)
    at += picture.length
  })
  return new Uint8Array([...head, ...pictures.flatMap((picture) => [...picture])])
}
const bitmap = (width: number, height: number) => {
  const data = new Uint8Array(44)
  new DataView(data.buffer).setUint32(0, 40, true)
  new DataView(data.buffer).setInt32(4, width, true)
  new DataView(data.buffer).setInt32(8, height * 2, true)
  return data
}

describe('the kind of an image', () => {
  test('is read from its content', () => {
    expect(readImageType(png(10, 10))).toBe('png')
    expect(readImageType(jpg(20, 10))).toBe('jpg')
    for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
      expect(readImageType(webp(kind, 4096, 300)), kind).toBe('webp')
    expect(readImageType(ico(png(64, 64), bitmap(16, 16)))).toBe('ico')
    expect(readImageType(bytes(svg('<path d="M0 0h1"/>')))).toBe('svg')
  })

  test('of anything else is null', () => {
    for (const text of ['', 'GIF89a', '<html><script>1</script></html>', '%PDF-1.7', 'MZ', '\0\0\x01\0\0'])
      expect(readImageType(bytes(text)), text).toBe(null)
    expect(readImageType(png(0, 10))).toBe(null)
    expect(readImageType(bytes('RIFF\0\0\0\0WEBPVP8L'))).toBe(null)
    expect(readImageType(ico())).toBe(null)
    expect(readImageType(ico(bytes('MZ'.repeat(30))))).toBe(null)
    expect(readImageType(new Uint8Array([0, 0, 1, 0, 9, 0, ...new Array(20).fill(0)]))).toBe(null)
    expect(readImageType(new Uint8Array([0xc3, 0x28]))).toBe(null)
    expect(readImageType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBe(null)
  })
})

test('an image that unpacks to more than 4096 pixels across is refused, whatever its kind', () => {
  for (const [width, height] of [
    [4097, 10],
    [10, 16_000],
  ] as const) {
    expect(readImageType(png(width, height))).toBe(null)
    expect(readImageType(jpg(width, height))).toBe(null)
    for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
      expect(readImageType(webp(kind, width, height)), kind).toBe(null)
    expect(readImageType(ico(png(16, 16), png(width, height)))).toBe(null)
    expect(readImageType(ico(bitmap(width, height)))).toBe(null)
  }
})

describe('a vector image', () => {
  test('that only draws is accepted', () => {
    for (const text of [
      svg('<g fill="url(#a)"><rect width="1" height="1"/></g>'),
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><use xlink:href="#a"/>',
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
      `<?xml version="1.0" encoding="utf-8"?>\n<!-- made by hand -->\n${svg('<title>A &amp; B</title>')}\n`,
      svg('<style>.a{fill:#fff;clip-path:url(#b)}</style><path class="a" d="M0 0"/>'),
    ])
      expect(isHarmlessSvg(text), text).toBe(true)
  })

  test('that runs, loads, links, hides or breaks is refused', () => {
    for (const text of [
      svg('<script>alert(1)</script>'),
      svg('<SCRIPT>alert(1)</SCRIPT>'),
      svg('', ' onload="alert(1)"'),
      svg('<path ONCLICK="alert(1)"/>'),
      svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      svg('<a href="#a"><path/></a>'),
      svg('<use href="https://evil.example/x.svg#a"/>'),
      svg('<use xlink:href="data:image/svg+xml;base64,AAAA"/>'),
      svg('<image href="#a"/>'),
      svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
      svg('<set attributeName="onload" to="alert(1)"/>'),
      svg('<rect fill="url(https://evil.example/)"/>'),
      svg('<rect style="background:u\\72l(https://evil.example/)"/>'),
      svg('<rect style="fill:url( \'//evil.example\' )"/>'),
      svg('<style>@import "https://evil.example/x.css";</style>'),
      svg('<style>a{b:url(//evil.example</style>'),
      svg('<rect fill="&#106;avascript:alert(1)"/>'),
      svg('<title>&evil;</title>'),
      '<!DOCTYPE svg [<!ENTITY evil SYSTEM "file:///etc/passwd">]><svg/>',
      svg('<![CDATA[<script>]]>'),
      svg('<?xml-stylesheet href="https://evil.example"?>'),
      svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>'),
      svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
      svg('<g>'),
      svg('<path d="a" d="b"/>'),
      svg('<path d=a/>'),
      `${svg('')}<script/>`,
      `text${svg('')}`,
      '',
      'plain',
    ])
      expect(isHarmlessSvg(text), text).toBe(false)
  })

  test('that uses itself over and over is refused, as a browser would draw it endlessly', () => {
    const tenTimes = (drawn: string) => drawn.repeat(10)
    const levels = (count: number, reference: (id: string) => string) =>
      svg(
        Array.from({ length: count }, (_, level) => {
          const inside = level === 0 ? '<path d="M0 0h1"/>' : tenTimes(reference(`l${level - 1}`))
          return `<g id="l${level}">${inside}</g>`
        }).join(''),
      )
    const use = (id: string) => `<use href="#${id}"/>`
    expect(isHarmlessSvg(levels(3, use))).toBe(true)
    expect(isHarmlessSvg(levels(9, use))).toBe(false)
    expect(isHarmlessSvg(levels(9, (id) => `<path fill="url(#${id})"/>`))).toBe(false)
    expect(isHarmlessSvg(levels(9, (id) => `<path style="fill: url( '#${id}' )"/>`))).toBe(false)
    expect(isHarmlessSvg(svg(`<g id="a">${use('b')}</g><g id="b">${use('a')}</g>`))).toBe(false)
    expect(isHarmlessSvg(svg(`<g id="a">${use('a')}</g>`))).toBe(false)
    expect(isHarmlessSvg(svg('<g>'.repeat(200) + '</g>'.repeat(200)))).toBe(false)
  })

  test('of great length is checked quickly', () => {
    expect(isHarmlessSvg(svg(`<path d="${'M0 0'.repeat(100_000)}"/>`))).toBe(true)
    expect(isHarmlessSvg(`<svg ${'a="1" '.repeat(50_000)}`)).toBe(false)
    expect(isHarmlessSvg(`<svg>${'<!--'.repeat(50_000)}`)).toBe(false)
    expect(isHarmlessSvg(`<svg${' '.repeat(200_000)}`)).toBe(false)
    const deep = 15_000
    expect(isHarmlessSvg(svg('<g id="a" fill="url(#b)">'.repeat(deep) + '</g>'.repeat(deep)))).toBe(false)
    expect(isHarmlessSvg(svg('<use id="a" href="#b"/>'.repeat(20_000)))).toBe(true)
  })
})
