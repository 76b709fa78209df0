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

describe('the kind of an image', () => {
  test('is read from its content', () => {
    expect(readImageType(png(10, 10))).toBe('png')
    expect(readImageType(new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 10, 0, 20, 3]))).toBe('jpg')
    expect(readImageType(bytes('RIFF\0\0\0\0WEBPVP8L'))).toBe('webp')
    expect(readImageType(new Uint8Array([0, 0, 1, 0, 1, 0, ...new Array(20).fill(0)]))).toBe('ico')
    expect(readImageType(bytes(svg('<path d="M0 0h1"/>')))).toBe('svg')
  })

  test('of anything else is none', () => {
    for (const text of ['', 'GIF89a', '<html><script>1</script></html>', '%PDF-1.7', 'MZ', '\0\0\x01\0\0'])
      expect(readImageType(bytes(text)), text).toBe(null)
    expect(readImageType(png(100_000, 10))).toBe(null)
    expect(readImageType(png(0, 10))).toBe(null)
    expect(readImageType(new Uint8Array([0xc3, 0x28]))).toBe(null)
    expect(readImageType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBe(null)
  })
})

describe('a vector image', () => {
  test('that only draws is taken', () => {
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

  test('of great length is judged in short order', () => {
    expect(isHarmlessSvg(svg(`<path d="${'M0 0'.repeat(100_000)}"/>`))).toBe(true)
    expect(isHarmlessSvg(`<svg ${'a="1" '.repeat(50_000)}`)).toBe(false)
    expect(isHarmlessSvg(`<svg>${'<!--'.repeat(50_000)}`)).toBe(false)
    expect(isHarmlessSvg(`<svg${' '.repeat(200_000)}`)).toBe(false)
  })
})
