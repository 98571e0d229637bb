import { describe, expect, test } from 'vitest'
import { chunk, jpeg, pdf, png, segment } from '#test/support/pictures.ts'
import { cleaned } from './content.ts'

describe('a JPEG', () => {
  test('loses Exif, XMP, comments, other pictures, and what stands behind its end', () => {
    const colors = segment(0xe2, 'ICC_PROFILE\0\x01\x01colors')
    const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01')
    const private_ = [
      segment(0xe1, 'Exif\0\0GPS'),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'),
      segment(0xe2, 'MPF\0another'),
      segment(0xed, 'Photoshop 3.0\0'),
      segment(0xfe, 'Taken by Hodan'),
    ]
    const bytes = Buffer.concat([jpeg(...private_, colors, adobe), Buffer.from('a video'), jpeg()])
    expect(cleaned(bytes, 'image/jpeg')).toEqual(jpeg(colors, adobe))
  })

  test('that is progressive keeps all of its scans', () => {
    const whole = jpeg()
    const scan = Buffer.concat([segment(0xc4, 'table'), segment(0xda, 'x'), Buffer.from([9, 0xff, 0, 9])])
    const bytes = Buffer.concat([whole.subarray(0, -2), scan, Buffer.from([0xff, 0xff, 0xd9])])
    expect(cleaned(bytes, 'image/jpeg')).toEqual(bytes)
  })

  test('without an end, with a wrong length or of too many parts is damaged', () => {
    const whole = jpeg()
    for (let length = 3; length < whole.length; length += 1)
      expect(cleaned(whole.subarray(0, length), 'image/jpeg'), `${length} bytes`).toBeUndefined()
    const tooLong = Buffer.from(whole)
    tooLong.writeUInt16BE(60_000, 4)
    expect(cleaned(tooLong, 'image/jpeg')).toBeUndefined()
    for (const part of ['\xff\x01', '\xff\xfe\0\x02', '\xff']) {
      const parts = Buffer.alloc(4_000_000, part, 'latin1')
      expect(cleaned(jpeg(parts), 'image/jpeg')).toBeUndefined()
    }
  })

  test('of nothing but escaped bytes is read without a call for each of them [T1400]', () => {
    // The shortest of three: on a busy machine, a single one can take twice as long.
    const timeOf = (work: () => unknown) => {
      const times = [1, 2, 3].map(() => {
        const start = process.cpuUsage()
        work()
        return process.cpuUsage(start).user
      })
      return Math.min(...times)
    }
    const escaped = Buffer.alloc(10_000_000, '\xff\0', 'latin1')
    const picture = Buffer.concat([jpeg().subarray(0, -2), escaped, jpeg().subarray(-2)])
    const withCalls = timeOf(() => {
      for (let at = 0; at !== -1; ) at = escaped.indexOf(0xff, at + 1)
    })
    const time = timeOf(() => expect(cleaned(picture, 'image/jpeg')?.equals(picture)).toBe(true))
    expect(time).toBeLessThan(withCalls / 2)
  })
})

describe('a PNG', () => {
  test('loses texts, Exif, times, unknown chunks, and what stands behind its end', () => {
    const colors = chunk('gAMA', '\0\0\xb1\x8f')
    const private_ = [
      chunk('tEXt', 'Author\0Hodan'),
      chunk('iTXt', 'XML:com.adobe.xmp\0'),
      chunk('eXIf', 'GPS'),
      chunk('tIME', '\x07\xea\x01\x01\0\0\0'),
      chunk('prVt', '?'),
    ]
    const bytes = Buffer.concat([png({}, ...private_, colors), Buffer.from('<script>')])
    expect(cleaned(bytes, 'image/png')).toEqual(png({}, colors))
  })

  test('without an end, with a wrong length or of too many parts is damaged; one of too many pixels is not decoded', () => {
    const whole = png()
    for (let length = 9; length < whole.length; length += 1)
      expect(cleaned(whole.subarray(0, length), 'image/png'), `${length} bytes`).toBeUndefined()
    const parts = Buffer.alloc(240_000, '\0\0\0\0prVt\0\0\0\0', 'latin1')
    expect(cleaned(png({}, parts), 'image/png')).toBeUndefined()
    const huge = png({ width: 50_000, height: 50_000 })
    expect(cleaned(huge, 'image/png')).toEqual(huge)
  })
})

test('a PDF stays byte for byte, because it may be signed', () => {
  const bytes = Buffer.concat([pdf(), Buffer.from('more')])
  expect(cleaned(bytes, 'application/pdf')).toBe(bytes)
})
