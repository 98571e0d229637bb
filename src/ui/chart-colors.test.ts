import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* The colors of charts and borders, which axe does not check. */

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const sheet = read('tokens.css') + read('tones.css')

function pairOf(token: string): [light: string, dark: string] {
  const [, light = '', dark = ''] = RegExp(`${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(sheet) ?? []
  return [light, dark]
}

type Linear = [red: number, green: number, blue: number]

/** Linear RGB, 0 to 1 each. */
function linear(color: string): Linear {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Linear
}

function contrast(first: string, second: string): number {
  const [a, b] = [first, second].map((color) => {
    const [red, green, blue] = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }) as [number, number]
  return Math.max(a, b) / Math.min(a, b)
}

/** Simulates color vision deficiency (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions: Record<string, [Linear, Linear, Linear]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const times = (rows: Linear[], [x, y, z]: Linear) => rows.map(([a, b, c]) => a * x + b * y + c * z) as Linear

/** OKLab, in which equal distances look about equal. */
function toOklab(light: Linear): Linear {
  const cones = times(
    [
      [0.41222147, 0.53633254, 0.05144599],
      [0.2119035, 0.68069955, 0.10739696],
      [0.08830246, 0.28171884, 0.6299787],
    ],
    light.map((part) => Math.min(1, Math.max(0, part))) as Linear,
  )
  return times(
    [
      [0.21045426, 0.79361779, -0.00407205],
      [1.9779985, -2.42859221, 0.4505937],
      [0.0259040371, 0.78277177, -0.80867577],
    ],
    cones.map(Math.cbrt) as Linear,
  )
}

for (const [scheme, at] of [
  ['light', 0],
  ['dark', 1],
] as const) {
  const colors = [1, 2, 3, 4, 5].map((part) => pairOf(`--color-chart-${part}`)[at])

  test(`each part of a chart has a contrast of 3 with its background, ${scheme}`, () => {
    const background = pairOf('--color-surface')[at]
    for (const color of colors) expect(contrast(color, background), color).toBeGreaterThanOrEqual(3)
  })

  test(`the border of a control has a contrast of 3 with every background, ${scheme}`, () => {
    const border = pairOf('--color-control')[at]
    for (const background of ['page', 'surface', 'raised', 'sunken', 'strong-soft'])
      expect(contrast(border, pairOf(`--color-${background}`)[at]), background).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(visions))(
    `any two parts of a chart are distinguishable with %s, ${scheme}`,
    (_, matrix) => {
      const seen = colors.map((color) => toOklab(times(matrix, linear(color))))
      for (const [index, first] of seen.entries())
        for (const other of seen.slice(index + 1))
          expect(Math.hypot(...first.map((part, axis) => part - (other[axis] ?? 0)))).toBeGreaterThan(0.1)
    },
  )
}
