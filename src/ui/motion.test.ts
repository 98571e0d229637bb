import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Of every style sheet, without its comments. */
const sheets = globSync('src/**/*.css').map((file) => ({
  file,
  text: readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, ''),
}))

const found = (pattern: RegExp) =>
  sheets.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([whole]) => `${file}: ${whole}`))

test('every animation takes the time of the motion token, except waiting indicators and delayed appearances', () => {
  const moving = found(/(?<![\w-])(transition|animation): [^;]+;/g)
  expect(moving.length).toBeGreaterThan(9)
  const others = moving.filter(
    (rule) => !/var\(--motion\)|: none;|infinite;| 0s \d+m?s( forwards)?;/.test(rule),
  )
  expect(others).toEqual([])
  const [, milliseconds] = /--motion: (\d+)ms/.exec(sheets.map(({ text }) => text).join()) ?? []
  expect(Number(milliseconds)).toBeGreaterThan(0)
  expect(Number(milliseconds)).toBeLessThanOrEqual(200)
})

test('no animation moves an element, and no page scrolls smoothly', () => {
  expect(found(/scroll-behavior: smooth/g)).toEqual([])
  const places = found(/@keyframes [^{]+\{(?:[^{}]*\{[^}]*\})+/g).filter((rule) =>
    /translate|scale|inset|margin|height|width|top:|left:/.test(rule),
  )
  expect(places).toEqual([])
})
