import PDFDocument from 'pdfkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { directionOf, Letters, lettersOf, piecesOf } from './letters.ts'
import { openTypefaces, type Typefaces } from './typefaces.ts'

let typefaces: Typefaces
let letters: Letters
beforeEach(() => {
  typefaces = openTypefaces(new PDFDocument({ autoFirstPage: false }), 'src/server/forms/fonts')
  letters = new Letters(typefaces)
})

const scriptsOf = (text: string) =>
  letters.runs(letters.shown(text), directionOf(text)).map(({ script, text }) => `${script} ${text}`)

describe('text as it was typed', () => {
  test('spaces stay, and a tab is four', () => {
    expect(letters.shown('    a  b\tc')).toBe('    a  b    c')
  })

  test('bullets of Word, private letters and unassigned ones are written and named by their numbers', () => {
    expect(letters.shown('\uf0b7 Rent, \ue000, \u0378')).toBe('[U+F0B7] Rent, [U+E000], [U+0378]')
    expect(letters.missing).toBe('U+0378, U+E000, U+F0B7')
  })

  test('what has no shape of its own is left out and not named', () => {
    expect(letters.shown('a\u200bb\ufeffc\u00ad')).toMatch(/^abc\u00ad?$/)
    expect(letters.missing).toBe('')
  })

  test('marks for which no typeface has a place with their letter are written by their numbers', () => {
    expect(letters.shown('ሰ\u0323')).toBe('ሰ[U+0323]')
  })

  test('names 50 letters that can’t be shown, and counts the others [T993]', () => {
    for (let code = 0x4e00; code < 0x4e00 + 1060; code++) letters.shown(String.fromCharCode(code))
    expect(letters.missing).toMatch(/^U\+4E00, U\+4E01, .*U\+4E31 and 1,010 more$/)
  })
})

describe('typefaces', () => {
  test.each([
    ['ẹ̀kọ́', ['symbols ẹ̀', 'regular k', 'symbols ọ́']],
    ['Nguyễn', ['regular Nguyễn']],
    ['✓☐☑→≥≤●⅓', ['symbols ✓☐☑→≥≤●⅓']],
    ['ကညီကျိာ်', ['myanmar ကညီကျိာ်']],
    ['ተስፋዬ', ['ethiopic ተስፋዬ']],
    ['محمد', ['arabic محمد']],
  ])('%s', (text, runs) => {
    expect(scriptsOf(text)).toEqual(runs)
  })

  test('a mark takes no room beside its letter', () => {
    const width = (text: string) => typefaces.symbols.width({ text, isRightToLeft: false })
    expect(width('ẹ̀')).toBe(width('ẹ'))
  })
})

test('breaks Burmese between words, and between codes, but never within a code', () => {
  expect(piecesOf('[U+738B][U+5C0F]')).toEqual(['[U+738B]', '[U+5C0F]'])
  expect(piecesOf('လူတိုင်းသည်')).toEqual(['လူ', 'တိုင်း', 'သည်'])
  expect(lettersOf('ẹ̀k')).toEqual(['ẹ̀', 'k'])
})
