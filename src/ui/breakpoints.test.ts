import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* The four widths of src/ui/README.md. */

const widths = ['30rem', '44rem', '60rem', '80rem']

test('style sheets change their layout only below and from the four named widths', () => {
  const others = globSync('src/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *@(?:media|container) [^{]*width[^{]*/gm)]
      .flatMap(([query]) => query.match(/\([^()]*width[^()]*\)/g) ?? [])
      .filter(
        (condition) => !widths.some((at) => [`(width < ${at})`, `(width >= ${at})`].includes(condition)),
      )
      .map((condition) => `${file}: ${condition}`),
  )
  expect(others).toEqual([])
})

test('scripts ask only for these widths', () => {
  const asked = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/(?<=\(min-width: )[\w.]+(?=\))/g) ?? [])
  expect(widths).toEqual(expect.arrayContaining(asked))
})
